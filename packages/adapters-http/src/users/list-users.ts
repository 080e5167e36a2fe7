import { roles } from '@museum/application'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse } from '../operation/route.ts'
import { shownText } from '../operation/schemas.ts'

const UserBody = z
  .object({
    username: shownText('The name with which the user logs in.', 'desk-1'),
    role: z.enum(roles).meta({ description: 'The role of the user.', example: 'box-office' }),
    enabled: z.boolean().meta({ description: 'Whether the user can log in.', example: true }),
  })
  .meta({ id: 'User', description: 'A user of the museum.' })

export const listUsers = operation({
  path: '/users',
  operationId: 'listUsers',
  kind: 'read',
  roles: ['admin'],
  tags: ['Users'],
  description: 'All users, in the order of their names. They are added and changed by the command `museum users` only.',
  responses: { 200: jsonResponse('The users.', z.array(UserBody), etagHeader('this list')) },
}).calls(
  (users) => users.listUsers(),
  // Every member is listed here, so that the hash of the password is not sent.
  (all) => all.map(({ username, role, isEnabled }) => ({ username, role, enabled: isEnabled })),
)

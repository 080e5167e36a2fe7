import { type UserAccount, type Users, roles } from '@museum/application'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse } from '../operation/route.ts'

const UserBody = z
  .object({
    username: z.string().meta({ description: 'The name with which the user logs in.', example: 'desk-1' }),
    role: z.enum(roles).meta({ description: 'The role of the user.', example: 'box-office' }),
    enabled: z.boolean().meta({ description: 'Whether the user can log in.', example: true }),
  })
  .meta({ id: 'User', description: 'A user of the museum.' })
type UserBody = z.output<typeof UserBody>

/** A user as a response shows it. Every member is listed here, so that the hash of the password is not sent. */
const toUserBody = ({ username, role, isEnabled }: UserAccount): UserBody => ({ username, role, enabled: isEnabled })

export const listUsers = operation(
  {
    method: 'get',
    path: '/users',
    operationId: 'listUsers',
    kind: 'read',
    roles: ['admin'],
    tags: ['Users'],
    summary: 'List users',
    description:
      'All users, in the order of their names. They are added and changed by the command `museum users` only.',
    responses: {
      200: jsonResponse('The users.', z.array(UserBody), etagHeader('this list')),
    },
  },
  async (users: Pick<Users, 'listUsers'>, _, c) => okWithEtag(c, (await users.listUsers()).map(toUserBody)),
)

import { type MuseumProfile, type Principal, roles } from '@museum/application'
import { Price } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse } from '../operation/route.ts'

const MuseumBody = z
  .object({
    name: z.string().meta({ description: 'The name of the museum.', example: 'Museum of Clocks' }),
    timeZone: z.string().meta({ description: 'The time zone of the museum (IANA).', example: 'Europe/Zurich' }),
    today: z.iso.date().meta({ description: 'The current date in that time zone.', example: '2030-05-17' }),
    currency: z.string().meta({ description: 'The currency of all prices (ISO 4217).', example: 'EUR' }),
    generalPrice: z.number().meta({ description: 'The full price of general entry.', example: 12 }),
    language: z
      .string()
      .meta({ description: 'The language in which the museum writes to visitors (BCP 47).', example: 'en' }),
    user: z
      .object({
        username: z.string().meta({ description: 'The name of the user.', example: 'desk-1' }),
        role: z.enum(roles).meta({ description: 'The role of the user.', example: 'box-office' }),
      })
      .meta({ description: 'The user who sent the request.' }),
  })
  .meta({ id: 'Museum', description: 'The museum, and the user who asks.' })
type MuseumBody = z.output<typeof MuseumBody>

/** The museum as a response shows it to a user. */
const toMuseumBody = (museum: MuseumProfile, { username, role }: Principal): MuseumBody => ({
  name: museum.name,
  timeZone: museum.timeZone,
  today: museum.today,
  currency: museum.currency,
  generalPrice: Price.toAmount(museum.generalPrice),
  language: museum.language,
  user: { username, role },
})

export const getMuseum = operation(
  {
    method: 'get',
    path: '/museum',
    operationId: 'getMuseum',
    kind: 'read',
    roles: ['admin', 'box-office', 'gate', 'reader'],
    tags: ['Operations'],
    summary: 'Get museum',
    description:
      'What a client must know before it shows anything: the museum with its current date, and the user with the role that says ' +
      'which operations the user may call.',
    responses: {
      200: jsonResponse('The museum and the user.', MuseumBody, etagHeader('this state')),
    },
  },
  async (museum, _, c) => okWithEtag(c, toMuseumBody(await museum.getMuseum(), c.get('principal'))),
)

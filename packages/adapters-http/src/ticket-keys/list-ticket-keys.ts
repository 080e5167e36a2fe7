import type { Result } from '@museum/application'
import { TicketKey } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse } from '../operation/route.ts'
import { shownDayEnds, shownText } from '../operation/schemas.ts'

const TicketKeyBody = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    kid: shownText('The number of the key, which its codes contain.', '1'),
    x: shownText('The public key: 32 bytes in base64url.', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
    use: z.literal('sig'),
  })
  .meta({ id: 'TicketKey', description: 'A JSON Web Key (RFC 7517, RFC 8037) that verifies the codes of tickets.' })

export const TicketKeySet = z
  .object({
    keys: z.array(TicketKeyBody),
    entryTimes: z
      .object({
        early: z.int().meta({ description: 'How many minutes before its entry time a ticket admits.', example: 15 }),
        late: z.int().nullable().meta({
          description: 'How many minutes after its entry time a ticket admits; null: until the day ends.',
          example: 30,
        }),
      })
      .meta({ description: 'When tickets with an entry time admit; every museum has these numbers.' }),
    dayEnds: shownDayEnds,
  })
  .meta({
    id: 'TicketKeySet',
    description: 'A JWK Set (RFC 7517), and when tickets admit: what a gate without a network decides with.',
  })
type TicketKeySet = z.output<typeof TicketKeySet>

/** The keys that are not revoked. Every member is listed here, so that no other member of a key is sent. */
const toTicketKeySet = ([keys, { early, late, dayEnds }]: readonly [
  Result<'listTicketKeys'>,
  Result<'getAdmissionTimes'>,
]): TicketKeySet => ({
  keys: keys
    .filter(TicketKey.isValid)
    .map(({ keyId, publicKey }) => ({ kty: 'OKP', crv: 'Ed25519', kid: String(keyId), x: publicKey, use: 'sig' })),
  entryTimes: { early, late },
  dayEnds,
})

export const listTicketKeys = operation({
  path: '/ticket-keys',
  operationId: 'listTicketKeys',
  kind: 'read',
  roles: ['admin', 'gate'],
  tags: ['Gate'],
  description:
    'The public keys that verify the codes of tickets, for a scanner without a network, and when tickets admit. A code is invalid ' +
    'when its key is not among them.',
  responses: { 200: jsonResponse('The keys.', TicketKeySet, etagHeader('this set of keys and times')) },
}).calls((museum) => Promise.all([museum.listTicketKeys(), museum.getAdmissionTimes()]), toTicketKeySet)

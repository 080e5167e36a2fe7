import { type MuseumDatabase, kyselyTicketKeyRepository } from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import { inspectSigning } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { commandName } from '../command-line/command-name.ts'
import type { Config } from '../configuration/config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('ticket-keys')

/** Whether a server with this configuration can sign the codes of tickets. */
export const checkTicketKeys = async (database: MuseumDatabase, { givenTicketKeys }: Config): Promise<Finding> => {
  const signing = await inspectSigning({
    ticketKeys: kyselyTicketKeyRepository(database),
    signatureAlgorithm: ed25519(),
    givenTicketKeys,
  })
  if (signing === undefined && givenTicketKeys === undefined && (await isAnyTicketSigned(database)))
    return serious(
      'No ticket key is stored, but tickets were sold under one: a part of the database is lost.',
      'Do not start the server: it would make another key, and the codes of the sold tickets would not be valid. ' +
        `Restore a backup: \`${commandName()} restore FILE\`.`,
    )
  if (signing === undefined)
    return ok(
      givenTicketKeys === undefined
        ? 'There is no key yet: the server makes one when it starts.'
        : 'The key in MUSEUM_TICKET_KEY_FILE becomes the current one when the server starts.',
    )
  if (isRefusal(signing)) {
    const remedies: Record<typeof signing.refusal, string> = {
      'given-ticket-key-revoked':
        'It is the one in MUSEUM_TICKET_KEY_FILE: put another private key into that file, and restart every server.',
      'ticket-key-not-given': `Set MUSEUM_TICKET_KEY_FILE to the file that holds the private key, or run \`${commandName()} keys rotate\`.`,
      'private-key-unusable': `Run \`${commandName()} keys rotate\`, or restore the table ticket_key from a backup.`,
    }
    return serious(signing.because, remedies[signing.refusal])
  }
  const { key, current } = signing
  return key.keyId === current.keyId
    ? ok(`Tickets are signed with key ${key.keyId}.`)
    : warning(
        `Tickets are signed with key ${key.keyId}: the private key of the current one, ${current.keyId}, is missing here.`,
        'Set MUSEUM_TICKET_KEY_FILE to the file that holds it, the same on every server.',
      )
}

const isAnyTicketSigned = async ({ query }: MuseumDatabase) =>
  (
    await query((tables) =>
      tables.selectFrom('museum_ticket').select('signing_key').where('signing_key', 'is not', null).limit(1).execute(),
    )
  ).length > 0

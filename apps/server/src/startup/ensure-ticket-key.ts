import { type Museum, serverPrincipal } from '@museum/application'
import { TicketKey, isRefusal } from '@museum/domain'
import type { Logger } from 'pino'
import { commandName } from '../command-line/command-name.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Creates the first key that signs the codes of tickets, or makes the key of the configuration the current one, unless this was
 * done before. Throws `CannotStart` when this server cannot sign.
 */
export const ensureTicketKey = async (museum: Museum, log: Logger): Promise<void> => {
  const key = await museum.ensureTicketKey(serverPrincipal)
  if (isRefusal(key)) throw new CannotStart(key.because, remedies[key.refusal])
  const current = TicketKey.current(await museum.listTicketKeys())
  if (current !== undefined && current.keyId !== key.keyId)
    log.warn(
      { key: key.keyId, currentKey: current.keyId },
      'this server lacks the private key of the current ticket key and signs with an older one: check MUSEUM_TICKET_KEY_FILE',
    )
}

const remedies = {
  'given-ticket-key-revoked': 'It is the one in MUSEUM_TICKET_KEY_FILE: put another private key into that file.',
  'ticket-key-not-given':
    'Set MUSEUM_TICKET_KEY_FILE to the file that holds the private key, ' +
    `or run \`${commandName()} keys rotate\`, which makes a key in the database.`,
  'ticket-keys-used-up': '',
}

import { type TicketKeyId, TicketKey, isRefusal } from '@museum/domain'
import { parseTicketKeyId } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print, printList } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{ json?: true }>

export const keysCommand = (): MuseumCommand =>
  new MuseumCommand('keys')
    .describe(
      'Shows and changes the keys that sign the codes of tickets, and the key of the links of visitors. Running servers apply a ' +
        'change within 5 seconds.',
    )
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addCommand(rotateLinksCommand())
    .example('keys list', 'Show the keys.')
    .example('keys rotate', 'Sell tickets under a new key.')

const listCommand = () =>
  new MuseumCommand('list')
    .describe('Lists the keys, the current one included.')
    .option('--json', 'Print JSON.')
    .example('keys list', 'Show the keys.')
    .action((options: Options) =>
      withMuseum(async ({ museum }) => {
        const keys = await museum.listTicketKeys()
        const records = keys.map((key) => asRecord(key, stateOf(key, keys)))
        await printList(options, records, {
          none: 'There is no key yet: the server makes one when it starts.',
          recordOf: (record) => record,
          columns: [
            { title: 'kid', textOf: ({ kid }) => kid },
            { title: 'state', textOf: ({ state }) => state },
            { title: 'created', textOf: ({ createdAt }) => createdAt },
            { title: 'revoked', textOf: ({ revokedAt }) => revokedAt ?? '-' },
            { title: 'public key', textOf: ({ publicKey }) => publicKey, mayShorten: true },
          ],
        })
      }),
    )

const rotateCommand = () =>
  new MuseumCommand('rotate')
    .describe(
      'Makes a new key, under which tickets are sold from now on. Tickets sold before keep their key and stay ' +
        'valid. With MUSEUM_TICKET_KEY_FILE, the new key is the first one in that file.',
    )
    .option('--json', 'Print JSON.')
    .example('keys rotate', 'Sell tickets under a new key.')
    .action((options: Options) =>
      withMuseum(async ({ museum, config, principal }) => {
        const key = await museum.rotateTicketKey(principal)
        if (isRefusal(key))
          throw new CommandFailed(
            key.refusal === 'given-ticket-key-in-use'
              ? `${key.because} Put another private key before it into the file that MUSEUM_TICKET_KEY_FILE names.`
              : key.because,
          )
        print(options, asRecord(key, 'current'), () =>
          config.givenTicketKeys === undefined
            ? `Tickets are sold under key ${key.keyId} from now on.`
            : `Tickets are sold under key ${key.keyId} from now on. Restart every server with the file that holds it.`,
        )
      }),
    )

const revokeCommand = () =>
  new MuseumCommand('revoke')
    .describe(
      'Makes all codes of a key invalid, as when its private key was stolen. Its tickets stay valid: a new image of one has a ' +
        'code of the current key, and its confirmation code can be typed at the gate.',
    )
    .argument('<kid>', 'the number of the key', parseTicketKeyId)
    .option('--json', 'Print JSON.')
    .example('keys revoke 1', 'Make all codes of key 1 invalid.')
    .action((keyId: TicketKeyId, options: Options) =>
      withMuseum(async ({ museum, principal }) => {
        const outcome = await museum.revokeTicketKey(keyId, principal)
        if (isRefusal(outcome)) throw new CommandFailed(outcome.because)
        const { key, isChanged } = outcome
        print(options, { ...asRecord(key, 'revoked'), isChanged }, () =>
          isChanged ? `Key ${keyId} is revoked: its codes are invalid.` : `Key ${keyId} was revoked before.`,
        )
      }),
    )

const rotateLinksCommand = () =>
  new MuseumCommand('rotate-links')
    .describe(
      'Makes a new key of the links by which visitors see their tickets, as when links came into wrong hands. All earlier links ' +
        'are invalid from then on; the tickets stay valid.',
    )
    .example('keys rotate-links', 'Make all links that were sent invalid.')
    .action(() =>
      withMuseum(async ({ museum, principal }) => {
        const refusal = await museum.rotateLinkKey(principal)
        if (refusal !== undefined) throw new CommandFailed(`${refusal.because} Set MUSEUM_SHOP to on.`)
        print(
          {},
          undefined,
          () =>
            'All earlier links are invalid from now on; running servers apply this within 5 seconds. ' +
            'The next e-mails have new links.',
          true,
        )
      }),
    )

type State = 'current' | 'valid' | 'revoked'
const stateOf = (key: TicketKey, keys: readonly TicketKey[]): State => {
  if (!TicketKey.isValid(key)) return 'revoked'
  return key === TicketKey.current(keys) ? 'current' : 'valid'
}

const asRecord = ({ keyId, publicKey, createdAt, revokedAt }: TicketKey, state: State) => ({
  kid: String(keyId),
  state,
  createdAt: new Date(createdAt).toISOString(),
  revokedAt: revokedAt === undefined ? null : new Date(revokedAt).toISOString(),
  publicKey,
})

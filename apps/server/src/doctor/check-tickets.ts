import { type MuseumDatabase, kyselyTicketKeyRepository } from '@museum/adapters-persistence'
import {
  type WrongCounter,
  findWrongClosings,
  findWrongCounters,
  findWrongSums,
  isAnyTicketSigned,
} from '@museum/adapters-persistence/maintenance'
import { ed25519 } from '@museum/adapters-signing'
import { inspectSigning } from '@museum/application'
import { TimeOfDay, isRefusal } from '@museum/domain'
import { isolated } from '@museum/languages'
import { commandName } from '../command-line/command-name.ts'
import { counted } from '../command-line/output.ts'
import type { Config } from '../settings/settings.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const ofSales = findingsOf('sold-tickets')

const maxNamed = 20

/** Checks that the stored count of each slot, also of a removed date, is the number of its tickets. */
export const checkSoldTickets = async (database: MuseumDatabase): Promise<readonly Finding[]> => {
  const { counters, wrong, uncheckedUntil } = await findWrongCounters(database)
  return findingsIn([
    uncheckedUntil !== undefined &&
      ofSales.warning(
        `There was no time to count the tickets of ${uncheckedUntil} and earlier dates.`,
        'Run doctor again when the database has less to do.',
      ),
    counters === 0 && ofSales.ok('There are no dates for which tickets are sold.'),
    counters > 0 &&
      wrong.length === 0 &&
      ofSales.ok(
        `The number of sold tickets is right for ${counted(counters, 'slot')}: dates of general entry and events, or their entry times.`,
      ),
    wrong.slice(0, maxNamed).map((counter) => ofSales.serious(messageOf(counter), adviceFor(counter))),
    wrong.length > maxNamed &&
      ofSales.serious(
        `The number of sold tickets is wrong for ${counted(wrong.length - maxNamed, 'more slot')}.`,
        'Correct these first.',
      ),
  ])
}

/** Checks that the stored sums of sales agree with the tickets. */
export const checkSalesSums = async (database: MuseumDatabase): Promise<readonly Finding[]> => {
  const { wrong } = await findWrongSums(database)
  return wrong
    .slice(0, maxNamed)
    .map(({ from, end }) =>
      ofSales.serious(
        `The stored sums of what was sold from ${new Date(from).toISOString()} on differ from the tickets: reports are wrong.`,
        'Execute in the database, in one transaction: update change_lock set changes = changes + 1 where kind = ' +
          `'summed-sales'; delete from summed_sales where period_from = ${from} and period_end = ${end}; The servers add up ` +
          'the tickets again. Then report the fault to the developers of the museum.',
      ),
    )
}

/** Checks that closings agree with what was sold and refunded. */
export const checkClosings = async (database: MuseumDatabase): Promise<readonly Finding[]> => {
  const { wrong, areAllCompared } = await findWrongClosings(database)
  return findingsIn([
    !areAllCompared &&
      ofSales.warning(
        'There was no time to compare all closings with the sales.',
        'Run doctor again when the database has less to do.',
      ),
    wrong.slice(0, maxNamed).map(({ closing: { closingId, number, drawer }, period }) => {
      const of = drawer.till === undefined ? `the user ${isolated(drawer.user)}` : `the till ${isolated(drawer.till)}`
      return ofSales.serious(
        `Closing ${number} of ${of} (${closingId}) differs from what was sold and refunded from ${textOfTime(period.from)} to ` +
          `${textOfTime(period.end)}.`,
        'Compare it with the sales of that time: the database was changed, or a backup was restored. Report the fault to the ' +
          'developers of the museum if neither is so.',
      )
    }),
  ])
}

const textOfTime = (moment: number) => new Date(moment).toISOString()

const messageOf = ({ event, date, entryTime, sold, tickets }: WrongCounter) => {
  const [what, day] =
    event === undefined
      ? ['general entry', date]
      : [
          `the event ${event.name === undefined ? event.eventId : `${isolated(event.name)} (${event.eventId})`}`,
          event.isRemoved ? `the removed date ${date}` : date,
        ]
  const at = entryTime === undefined ? '' : ` at ${entryTime}`
  const message = `For ${what} on ${day}${at}, ${sold} tickets count as sold, but there are ${tickets}.`
  // The refunds of a removed date are listed if its count is above zero.
  const hidesRefunds = event?.isRemoved && sold <= 0 && tickets > 0
  return hidesRefunds ? `${message} Refunds that are due for them are not listed.` : message
}

/**
 * A statement for both engines, which is right for each occurrence of the event on the date, whether its slot has a row or not.
 * It replaces the row, since the engines have no common way to insert or update one.
 */
const adviceFor = ({ event, date, entryTime }: WrongCounter) => {
  const columns = 'offer_id, slot_date, number, slot_minute, sold, held, changes'
  const minute = entryTime === undefined ? -1 : TimeOfDay.toMinutes(entryTime)
  const ofTime = `entry_minute ${entryTime === undefined ? 'is null' : `= ${minute}`} and state <> 'cancelled'`
  const count = (ofSlot: string) => `(select count(*) from museum_ticket where ${ofSlot} and ${ofTime})`
  const [generalEntry, day] = [`x'${'0'.repeat(32)}'`, `'${date}'`]
  const rows =
    event === undefined
      ? `select ${generalEntry}, ${day}, 0, ${minute}, ${count(`event_id is null and ticket_date = ${day}`)}, ` +
        `coalesce(max(held), 0), coalesce(max(changes), 0) from slot where offer_id = ${generalEntry} and slot_date = ${day} ` +
        `and slot_minute = ${minute}`
      : `select event_id, event_date, occurrence.number, ${minute}, ${count(
          'museum_ticket.event_id = occurrence.event_id and ticket_date = event_date and occurrence_number = occurrence.number',
        )}, coalesce(held, 0), coalesce(changes, 0) from event_occurrence as occurrence left join slot ` +
        'on offer_id = event_id and slot_date = event_date and slot.number = occurrence.number ' +
        `and slot_minute = ${minute} where event_id = x'${event.eventId.replaceAll('-', '')}' and event_date = ${day}`
  return (
    `While no tickets are sold, execute in the database: replace into slot (${columns}) ${rows}; ` +
    'Then report the fault to the developers of the museum.'
  )
}

const ofKeys = findingsOf('ticket-keys')

/** Checks that a server with this configuration can sign the codes of tickets. */
export const checkTicketKeys = async (database: MuseumDatabase, { givenTicketKeys }: Config): Promise<Finding> => {
  const signing = await inspectSigning({
    ticketKeys: kyselyTicketKeyRepository(database),
    signatureAlgorithm: ed25519(),
    givenTicketKeys,
  })
  if (signing === undefined && givenTicketKeys === undefined && (await isAnyTicketSigned(database)))
    return ofKeys.serious(
      'No ticket key is stored, but tickets were sold under one: a part of the database is lost.',
      'Do not start the server: it would make another key, and the codes of the sold tickets would not be valid. ' +
        `Restore a backup: \`${commandName()} restore FILE\`.`,
    )
  if (signing === undefined)
    return ofKeys.ok(
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
    return ofKeys.serious(signing.because, remedies[signing.refusal])
  }
  const { key, current } = signing
  return key.keyId === current.keyId
    ? ofKeys.ok(`Tickets are signed with key ${key.keyId}.`)
    : ofKeys.warning(
        `Tickets are signed with key ${key.keyId}: the private key of the current one, ${current.keyId}, is missing here.`,
        'Set MUSEUM_TICKET_KEY_FILE to the file that holds it, the same on every server.',
      )
}

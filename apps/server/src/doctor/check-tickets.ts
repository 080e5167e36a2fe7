import { type MuseumDatabase, kyselyTicketKeyRepository } from '@museum/adapters-persistence'
import {
  type WrongCounter,
  type WrongHeldPlaces,
  findWrongClosings,
  findWrongCounters,
  findWrongHeldPlaces,
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

/** Checks that the held places of each slot are those of reservations, and that each held reservation holds all of its places. */
export const checkHeldPlaces = async (database: MuseumDatabase): Promise<readonly Finding[]> => {
  const { slots, reservations, withoutReservation } = await findWrongHeldPlaces(database)
  const report = 'Then report the fault to the developers of the museum.'
  return findingsIn([
    withoutReservation
      .slice(0, maxNamed)
      .map((reservationId) =>
        ofSales.serious(
          `The reservation ${reservationId} holds places, but is sold or released, or missing: they are not sold to others.`,
          'While no tickets are sold, execute in the database: delete from held_place where reservation_id = ' +
            `${uuidText(reservationId)}; Then run doctor again.`,
        ),
      ),
    reservations
      .slice(0, maxNamed)
      .map(({ reservationId, heldUntil, reserved, held }) =>
        ofSales.serious(
          `The reservation ${reservationId} is to hold ${counted(reserved, 'place')} until ${textOfTime(heldUntil)}, but holds ` +
            `${held}: its places may be sold to others.`,
          `Reserve all of its places again while they are free, then release it: \`${commandName()} call releaseReservation ${reservationId}\`. ${report}`,
        ),
      ),
    slots
      .slice(0, maxNamed)
      .map((wrong) =>
        ofSales.serious(
          `For ${nameOfSlot(wrong)}, ${wrong.held} places count as held, but reservations hold ${wrong.reserved}.`,
          `While no tickets are sold, execute in the database: ${correctionOf(wrong)}; ${report}`,
        ),
      ),
    [withoutReservation, reservations, slots].some(({ length }) => length > maxNamed) &&
      ofSales.serious('More held places are wrong.', 'Correct these first.'),
  ])
}

const nameOfSlot = ({ slot: { offer, date, time }, eventName }: WrongHeldPlaces) => {
  const event = eventName === undefined ? offer : `${isolated(eventName)} (${offer})`
  const what = offer === 'general' ? 'general entry' : `the event ${event}`
  return `${what} on ${date}${time === undefined ? '' : ` at ${time}`}`
}

/** A statement for both engines, which is right whether the slot has a row or not. */
const correctionOf = ({ slot: { offer, date, number, time } }: WrongHeldPlaces) => {
  const columns = 'offer_id, slot_date, number, slot_minute'
  const offerId = offer === 'general' ? generalEntryText : uuidText(offer)
  const values = [offerId, `'${date}'`, number, time === undefined ? -1 : TimeOfDay.toMinutes(time)]
  const isSlot = columns
    .split(', ')
    .map((column, n) => `${column} = ${values[n]}`)
    .join(' and ')
  return (
    `replace into slot (${columns}, sold, held, changes) select ${values.join(', ')}, coalesce(max(sold), 0), ` +
    `(select coalesce(sum(places), 0) from held_place where ${isSlot}), coalesce(max(changes), 0) from slot where ${isSlot}`
  )
}

const generalEntryText = `x'${'0'.repeat(32)}'`
const uuidText = (id: string) => `x'${id.replaceAll('-', '')}'`

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
  const [generalEntry, day] = [generalEntryText, `'${date}'`]
  const rows =
    event === undefined
      ? `select ${generalEntry}, ${day}, 0, ${minute}, ${count(`event_id is null and ticket_date = ${day}`)}, ` +
        `coalesce(max(held), 0), coalesce(max(changes), 0) from slot where offer_id = ${generalEntry} and slot_date = ${day} ` +
        `and slot_minute = ${minute}`
      : `select event_id, event_date, occurrence.number, ${minute}, ${count(
          'museum_ticket.event_id = occurrence.event_id and ticket_date = event_date and occurrence_number = occurrence.number',
        )}, coalesce(held, 0), coalesce(changes, 0) from event_occurrence as occurrence left join slot ` +
        'on offer_id = event_id and slot_date = event_date and slot.number = occurrence.number ' +
        `and slot_minute = ${minute} where event_id = ${uuidText(event.eventId)} and event_date = ${day}`
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

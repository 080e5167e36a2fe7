import {
  CalendarDate,
  type EntryTimeException,
  type EntryTimeSettings,
  type EventEntryTimes,
  type EventId,
  type Refusal,
  SpecialEvent,
  isRefusal,
  refuse,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type AuditedValues, changedValues, recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import {
  type ChangeOptions,
  type TicketsSoldRefusal,
  countTicketsOfLostTimes,
  clockOf,
  countAffectedTickets,
  ticketsAreSold,
} from './affected-tickets.ts'

export const entryTimeOperations = (ports: MuseumPorts) => ({
  /** Returns the entry times of general entry, as they are set. */
  getEntryTimes: async (): Promise<EntryTimeSettings> =>
    (await ports.museumHours.schedule(CalendarDate.first, CalendarDate.first)).entryTimes,

  /**
   * Replaces the entry times of general entry, and returns them. They are in force for every sale that begins once it has returned.
   * Sold tickets keep their entry time. A change that takes away entry times for which tickets are sold, from today on, is therefore
   * refused, unless `despiteTickets` is true. `precondition-failed` when `mayChange` returns false for the present ones.
   */
  setEntryTimes: async (
    entryTimes: EntryTimeSettings,
    actor: Actor,
    { despiteTickets = false, mayChange = () => true }: ChangeOptions<EntryTimeSettings> = {},
  ): Promise<EntryTimeSettings | TicketsSoldRefusal | Refusal<'precondition-failed'>> => {
    // Decides again when the hours were changed meanwhile.
    for (;;) {
      const before = await ports.museumHours.schedule(CalendarDate.first, CalendarDate.last)
      if (!mayChange(before.entryTimes)) return preconditionFailed
      const changed = changedValues(auditedSettings(before.entryTimes), auditedSettings(entryTimes))
      if (Object.keys(changed.after).length === 0) return before.entryTimes
      if (!despiteTickets) {
        const after = { ...before, entryTimes }
        const tickets = await countAffectedTickets({ before, after, clock: clockOf(ports) }, ports)
        if (tickets.days.length > 0) return ticketsAreSold(tickets)
      }
      const entry = recordChange(ports, actor, { kind: 'museum-hours', id: 'entry-times' }, 'setEntryTimes', changed)
      if (await ports.museumHours.replaceEntryTimes(entryTimes, before.revision, entry)) return entryTimes
    }
  },

  /** Returns the entry times that an event has on each of its dates. */
  getEventEntryTimes: async (eventId: EventId): Promise<EventEntryTimes | Refusal<'event-not-found'>> => {
    const event = await ports.specialEvents.find(eventId)
    return event === undefined ? SpecialEvent.notFound(eventId) : SpecialEvent.entryTimesOf(event)
  },

  /** Replaces the entry times of an event, and returns them. Otherwise like `setEntryTimes`. */
  setEventEntryTimes: async (
    eventId: EventId,
    entryTimes: EventEntryTimes,
    actor: Actor,
    { despiteTickets = false, mayChange = () => true }: ChangeOptions<EventEntryTimes> = {},
  ): Promise<EventEntryTimes | TicketsSoldRefusal | Refusal<'event-not-found' | 'precondition-failed'>> => {
    // Decides again when the event was changed meanwhile.
    for (;;) {
      const event = await ports.specialEvents.find(eventId)
      if (event === undefined) return SpecialEvent.notFound(eventId)
      if (!mayChange(SpecialEvent.entryTimesOf(event))) return preconditionFailed
      if (!despiteTickets) {
        const tickets = await countTicketsOfLostTimes(event, entryTimes, ports)
        if (tickets.days.length > 0) return ticketsAreSold(tickets)
      }
      const { revision } = event
      let isOutdated = false
      const outcome = await ports.specialEvents.update<Refusal<'precondition-failed'>>(
        eventId,
        (current) => {
          isOutdated = current.revision !== revision
          return isOutdated ? preconditionFailed : SpecialEvent.setEntryTimes(current, entryTimes)
        },
        (before) =>
          recordChange(
            ports,
            actor,
            { kind: 'special-event', id: eventId },
            'setEventEntryTimes',
            changedValues(auditedSessions(SpecialEvent.entryTimesOf(before)), auditedSessions(entryTimes)),
          ),
      )
      if (!isOutdated) return isRefusal(outcome) ? outcome : entryTimes
    }
  },
})

const auditedSessions = ({ rule, capacity }: EventEntryTimes): AuditedValues => ({
  rule: rule && JSON.stringify(rule),
  capacity,
})

const auditedSettings = ({ rule, capacity, early, late, exceptions }: EntryTimeSettings): AuditedValues => ({
  rule: rule && JSON.stringify(rule),
  capacity,
  early,
  late,
  exceptions: exceptions.map(auditedException),
})

/** Short, since there may be a thousand: `saturday 11:30: 20`. */
const auditedException = ({ date, weekday, entryTime, capacity }: EntryTimeException) =>
  `${[date, weekday, entryTime].filter((part) => part !== undefined).join(' ') || 'every day'}: ${capacity ?? 'no limit'}`

const preconditionFailed = refuse(
  'precondition-failed',
  'The entry times have changed since you read them. Read them again, then decide again.',
)

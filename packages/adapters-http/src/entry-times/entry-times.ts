import { roles } from '@museum/application'
import {
  Capacity,
  type EntryTimeException,
  EntryTimes,
  type EntryTimeRule,
  type EntryTimeSettings,
  type EventEntryTimes,
  isRefusal,
  weekdays,
} from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  addFaults,
  addIssue,
  calendarDate,
  flag,
  optionalMember,
  shownDate,
  timeOfDay,
  toDomainValue,
} from '../operation/schemas.ts'
import { problem } from '../problems/problem.ts'
import { toSoldTickets } from '../museum-hours/schedule.ts'

const every = {
  minimum: 5,
  maximum: 240,
  description: 'The minutes from one entry time to the next, the first at opening.',
  example: 30,
}
const lastEntry = {
  minimum: 0,
  maximum: 480,
  description: 'How many minutes before closing the last entry time is at the latest; by default as `every`.',
  example: 60,
}
const length = {
  minimum: 5,
  maximum: 480,
  description: 'With `times`: the minutes that the last entry time lasts, at most until closing.',
  example: 30,
}
const early = {
  minimum: 0,
  maximum: 240,
  description: 'How many minutes before its entry time a ticket admits.',
  example: 15,
}
const late = {
  minimum: 5,
  maximum: 1_440,
  description: 'How many minutes after its entry time a ticket admits. null: until the end of the day.',
  example: 30,
}
const times = {
  minItems: 1,
  maxItems: 48,
  description:
    'The entry times, ascending, instead of `every`. Those that are not in the hours of a date are left out on it.',
}
const rule =
  'Either `every`, or `times` and `length`; null: a museum without entry times. The entry times of a date follow from the rule and ' +
  'its hours.'
const capacity = 'How many tickets are sold at most for each entry time. null: not limited.'
const exceptions =
  'Other capacities: for a date or a weekday, or, without both, for every day; for one entry time, or for all. The last one that ' +
  'matches counts.'
const example = {
  rule: { every: 30, lastEntry: 60 },
  capacity: 40,
  early: 15,
  late: null,
  exceptions: [
    { weekday: 'saturday' as const, capacity: 60 },
    { date: '2030-05-17', entryTime: '11:30', capacity: 0 },
  ],
}

const minutes = (meta: Readonly<{ minimum: number; maximum: number; description: string; example?: number }>) =>
  optionalMember(z.number()).meta({ type: ['integer', 'null'], ...meta })
const places = z.number().transform(toDomainValue(Capacity)).nullable()

const RuleFields = z
  .object({
    every: minutes(every),
    lastEntry: minutes(lastEntry),
    times: optionalMember(z.array(timeOfDay('An entry time.'))).meta(times),
    length: minutes(length),
  })
  .transform((fields, ctx): EntryTimeRule => {
    const isInterval = fields.every !== undefined || fields.lastEntry !== undefined
    if (isInterval === (fields.times !== undefined || fields.length !== undefined))
      return addIssue(ctx, { code: 'not-a-rule', detail: 'must have either every, or times and length' })
    if (isInterval)
      return fields.every === undefined
        ? addIssue(ctx, { code: 'missing', detail: 'is required with lastEntry' }, 'every')
        : { every: fields.every, lastEntry: fields.lastEntry ?? fields.every }
    if (fields.times === undefined)
      return addIssue(ctx, { code: 'missing', detail: 'is required with length' }, 'times')
    return fields.length === undefined
      ? addIssue(ctx, { code: 'missing', detail: 'is required with times' }, 'length')
      : { times: fields.times, length: fields.length }
  })

const ExceptionFields = z.object({
  date: optionalMember(calendarDate('The date.')),
  weekday: optionalMember(z.enum(weekdays)).meta({ description: 'The weekday.' }),
  entryTime: optionalMember(timeOfDay('The entry time.')),
  capacity: places.meta({ type: ['integer', 'null'], minimum: 0, maximum: 1_000_000, description: capacity }),
})

const members = {
  capacity: places
    .optional()
    .meta({ type: ['integer', 'null'], minimum: 0, maximum: 1_000_000, description: capacity, default: null }),
  early: minutes(early).meta({ default: EntryTimes.none.early }),
  late: minutes(late).meta({ default: null }),
  exceptions: optionalMember(z.array(ExceptionFields)).meta({ maxItems: 1_000, description: exceptions }),
}

const entryTimesFields = z
  .object({ rule: RuleFields.nullable(), ...members })
  .transform((fields, ctx): EntryTimeSettings => {
    const settings: EntryTimeSettings = {
      rule: fields.rule,
      capacity: fields.capacity ?? null,
      early: fields.early ?? EntryTimes.none.early,
      late: fields.late ?? null,
      exceptions: (fields.exceptions ?? []).map(toException),
    }
    addFaults(ctx, EntryTimes.faultsOf(settings))
    return settings
  })

const absent = z.null().optional()
/** The body as the OpenAPI document describes it: a rule is of one kind. */
const EntryTimesFields = z
  .object({
    rule: z
      .union([
        z.object({
          every: z.number().meta({ type: 'integer', ...every }),
          lastEntry: minutes(lastEntry),
          times: absent,
          length: absent,
        }),
        z.object({
          times: z.array(timeOfDay('An entry time.')).meta(times),
          length: z.number().meta({ type: 'integer', ...length }),
          every: absent,
          lastEntry: absent,
        }),
        z.null(),
      ])
      .meta({ description: rule }),
    ...members,
  })
  .meta({ id: 'EntryTimesFields', description: 'The entry times of general entry.', example })

/** An exception without the members that are undefined. */
const toException = ({
  date,
  weekday,
  entryTime,
  capacity: ofException,
}: Partial<z.output<typeof ExceptionFields>> & Pick<EntryTimeException, 'capacity'>) => ({
  ...(date !== undefined && { date }),
  ...(weekday !== undefined && { weekday }),
  ...(entryTime !== undefined && { entryTime }),
  capacity: ofException,
})

const EntryTimesBody = z
  .object({
    rule: z
      .object({
        every: z.int().optional().meta(every),
        lastEntry: z.int().optional().meta(lastEntry),
        times: z.array(z.string()).optional().meta(times),
        length: z.int().optional().meta(length),
      })
      .nullable()
      .meta({ description: rule }),
    capacity: z.int().nullable().meta({ description: capacity }),
    early: z.int().meta(early),
    late: z.int().nullable().meta(late),
    exceptions: z
      .array(
        z.object({
          date: shownDate('The date.').optional(),
          weekday: z.enum(weekdays).optional().meta({ description: 'The weekday.' }),
          entryTime: z.string().optional().meta({ description: 'The entry time.', example: '11:30' }),
          capacity: z.int().nullable().meta({ description: capacity }),
        }),
      )
      .meta({ description: exceptions }),
  })
  .meta({ id: 'EntryTimes', description: 'The entry times of general entry.', example })

const toEntryTimesBody = (settings: EntryTimeSettings): z.output<typeof EntryTimesBody> => ({
  rule: settings.rule && toRule(settings.rule),
  capacity: settings.capacity,
  early: settings.early,
  late: settings.late,
  exceptions: settings.exceptions.map(toException),
})

const toRule = (given: EntryTimeRule) =>
  'every' in given
    ? { every: given.every, lastEntry: given.lastEntry }
    : { times: [...given.times], length: given.length }

const headers = etagHeader('these entry times')

export const getEntryTimes = operation({
  path: '/museum-hours/entry-times',
  operationId: 'getEntryTimes',
  kind: 'read',
  roles,
  tags: ['Operations'],
  description:
    'The rule from which the entry times of general entry follow. The entry times of a date, with their places, are in its ' +
    'availability.',
  responses: { 200: jsonResponse('The entry times.', EntryTimesBody, headers) },
}).calls((museum) => museum.getEntryTimes(), toEntryTimesBody)

export const setEntryTimes = operation({
  method: 'put',
  path: '/museum-hours/entry-times',
  operationId: 'setEntryTimes',
  kind: 'change',
  roles: ['admin'],
  tags: ['Operations'],
  description:
    'Replaces the rule. It is in force for every sale that begins after the response. Sold tickets keep their entry time, date and ' +
    'price; so an entry time for which tickets are sold is taken away only with `confirm=true`. With `early` and `late`, it also ' +
    'says when tickets with an entry time admit, those that are sold already too.',
  query: z.object({ confirm: flag('Whether entry times are taken away although tickets are sold for them.') }),
  body: jsonBody(entryTimesFields, { documented: EntryTimesFields }),
  ifMatch: 'state',
  responses: {
    200: jsonResponse('The entry times.', EntryTimesBody, headers),
    400: problemResponse('The body, the query or If-Match is faulty.'),
    409: problemResponse(
      'Tickets are sold for entry times that would be taken away: `tickets` has their number.',
      'tickets-are-sold',
    ),
  },
}).calls(async (museum, { query, body, principal, isMatch }, c) => {
  const outcome = await museum.setEntryTimes(body, principal, {
    despiteTickets: query.confirm,
    mayChange: (current) => isMatch(toEntryTimesBody(current)),
  })
  return isRefusal(outcome) && 'tickets' in outcome
    ? problem(c, outcome.refusal, outcome.because, {
        values: outcome.values,
        tickets: toSoldTickets(outcome.tickets),
      })
    : outcome
}, toEntryTimesBody)

const sessionRule =
  'The entry times of the event on each of its dates, at most 12; null: an event without. A last entry time lasts at most until ' +
  'midnight.'
const sessionExample = { rule: { times: ['11:00', '15:30'], length: 90 }, capacity: 25 }
/** The members of the entry times of the museum that those of an event cannot have. */
const ofTheMuseum = ['exceptions', 'early', 'late'] as const
const sessionTimes = { ...times, maxItems: 12, description: 'The entry times, ascending.' }

const SessionRuleFields = z.object({
  times: z.array(timeOfDay('An entry time.')).meta(sessionTimes),
  length: z.number().meta({ type: 'integer', ...length, description: 'The minutes that the last entry time lasts.' }),
})

/** The members of a rule by hours, which an event does not have. */
const byHours = ['every', 'lastEntry'] as const

const eventEntryTimesFields = z
  .object({
    rule: SessionRuleFields.extend({ every: z.unknown().optional(), lastEntry: z.unknown().optional() }).nullable(),
    capacity: members.capacity,
    exceptions: z.unknown().optional(),
    early: z.unknown().optional(),
    late: z.unknown().optional(),
  })
  .transform((fields, ctx): EventEntryTimes => {
    for (const member of ofTheMuseum)
      if ((fields[member] ?? null) !== null)
        addIssue(ctx, { code: 'not-of-an-event', detail: 'must be absent: it is set for the whole museum' }, member)
    const { every: _, lastEntry: __, ...rule } = fields.rule ?? { times: [], length: 0 }
    for (const member of byHours)
      if ((fields.rule?.[member] ?? null) !== null)
        addIssue(ctx, { code: 'not-of-an-event', detail: 'must be absent: an event has no hours' }, 'rule', member)
    if (fields.rule === null) return { rule: null, capacity: fields.capacity ?? null }
    const faults = EntryTimes.faultsOfRule(rule, 'event')
    addFaults(
      ctx,
      faults.map((fault) => Object.assign({}, fault, { member: `rule/${fault.member}` })),
    )
    return { rule, capacity: fields.capacity ?? null }
  })

/** The body as the OpenAPI document describes it. */
const EventEntryTimesFields = z
  .object({
    rule: SessionRuleFields.extend({ every: absent, lastEntry: absent }).nullable().meta({ description: sessionRule }),
    capacity: members.capacity,
    exceptions: absent,
    early: absent,
    late: absent,
  })
  .meta({ id: 'EventEntryTimesFields', description: 'The entry times of a special event.', example: sessionExample })

const EventEntryTimesBody = z
  .object({
    rule: z
      .object({ times: z.array(z.string()).meta(sessionTimes), length: z.int().meta(length) })
      .nullable()
      .meta({ description: sessionRule }),
    capacity: z.int().nullable().meta({ description: capacity }),
  })
  .meta({ id: 'EventEntryTimes', description: 'The entry times of a special event.', example: sessionExample })

const toEventEntryTimesBody = (given: EventEntryTimes): z.output<typeof EventEntryTimesBody> => ({
  rule: given.rule && { times: [...given.rule.times], length: given.rule.length },
  capacity: given.capacity,
})

export const getEventEntryTimes = operation({
  path: '/special-events/{eventId}/entry-times',
  operationId: 'getEventEntryTimes',
  kind: 'read',
  roles,
  tags: ['Events'],
  summary: 'Get entry times of special event',
  description: 'The entry times that a special event has on each of its dates. Their places are in its availability.',
  responses: { 200: jsonResponse('The entry times.', EventEntryTimesBody, headers) },
}).calls((museum, { path }) => museum.getEventEntryTimes(path.eventId), toEventEntryTimesBody)

export const setEventEntryTimes = operation({
  method: 'put',
  path: '/special-events/{eventId}/entry-times',
  operationId: 'setEventEntryTimes',
  kind: 'change',
  roles: ['admin'],
  tags: ['Events'],
  summary: 'Set entry times of special event',
  description:
    'Replaces the entry times of a special event, which raises its revision. Each has the capacity; that of the event does not ' +
    'count meanwhile. Otherwise like `PUT /museum-hours/entry-times`.',
  query: z.object({ confirm: flag('Whether entry times are taken away although tickets are sold for them.') }),
  body: jsonBody(eventEntryTimesFields, { documented: EventEntryTimesFields }),
  ifMatch: 'state',
  responses: {
    200: jsonResponse('The entry times.', EventEntryTimesBody, headers),
    400: problemResponse('The body, the query, the eventId or If-Match is faulty.'),
    409: problemResponse(
      'Tickets are sold for entry times that would be taken away: `tickets` has their number.',
      'tickets-are-sold',
    ),
  },
}).calls(async (museum, { path, query, body, principal, isMatch }, c) => {
  const outcome = await museum.setEventEntryTimes(path.eventId, body, principal, {
    despiteTickets: query.confirm,
    mayChange: (current) => isMatch(toEventEntryTimesBody(current)),
  })
  return isRefusal(outcome) && 'tickets' in outcome
    ? problem(c, outcome.refusal, outcome.because, {
        values: outcome.values,
        tickets: toSoldTickets(outcome.tickets),
      })
    : outcome
}, toEventEntryTimesBody)

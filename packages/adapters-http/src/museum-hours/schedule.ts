import type { AffectedTickets } from '@museum/application'
import { OpeningHours, Schedule, isRefusal, weekdays } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  addFaults,
  addIssue,
  calendarDate,
  flag,
  metaOf,
  optionalMember,
  shownDate,
  timeOfDay,
  toDomainValue,
} from '../operation/schemas.ts'
import type { SoldTickets } from '../problems/problem-details.ts'
import { problem } from '../problems/problem.ts'

const timeOpen = { description: 'When the museum opens, HH:mm.', example: '10:00' }
const timeClose = { description: 'When the museum closes, HH:mm; later than it opens.', example: '18:00' }
const week = 'The hours of each weekday; null: closed.'
const exceptions =
  'The dates whose hours are not those of the week, each once. Without times, the museum is closed on that date.'
const example = {
  week: {
    monday: null,
    ...Object.fromEntries(weekdays.slice(1).map((day) => [day, { timeOpen: '10:00', timeClose: '18:00' }])),
  },
  exceptions: [{ date: '2030-12-24', timeOpen: '10:00', timeClose: '14:00' }, { date: '2030-12-25' }],
}

const [opens, closes] = [
  timeOfDay(timeOpen.description, timeOpen.example),
  timeOfDay(timeClose.description, timeClose.example),
]
const HoursFields = z.object({ timeOpen: opens, timeClose: closes }).transform(toDomainValue(OpeningHours))

const ofEachWeekday = <Value>(value: Value) =>
  Object.fromEntries(weekdays.map((day) => [day, value])) as Record<(typeof weekdays)[number], Value>

const ExceptionFields = z
  .object({
    date: calendarDate('The date.'),
    timeOpen: optionalMember(opens).meta(metaOf(opens)),
    timeClose: optionalMember(closes).meta(metaOf(closes)),
  })
  .transform(({ date, timeOpen: opening, timeClose: closing }, ctx) => {
    if (opening === undefined && closing === undefined) return { date, hours: 'closed' as const }
    if (opening === undefined || closing === undefined)
      return addIssue(ctx, { code: 'times-incomplete', detail: 'must have both timeOpen and timeClose, or neither' })
    const hours = { timeOpen: opening, timeClose: closing }
    const fault = OpeningHours.faultOf(hours)
    return { date, hours: fault === undefined ? OpeningHours(hours) : addIssue(ctx, fault) }
  })

const ScheduleFields = z
  .object({
    week: z.object(ofEachWeekday(HoursFields.nullable())).meta({ description: week }),
    exceptions: z
      .array(ExceptionFields)
      .check((ctx) => {
        addFaults(ctx, Schedule.faultsOfExceptions(ctx.value.map(({ date }) => date)))
      })
      .meta({ maxItems: Schedule.maxExceptions, description: exceptions }),
  })
  .meta({ id: 'ScheduleFields', description: 'The opening hours of the museum.', example })

const toSchedule = (fields: z.output<typeof ScheduleFields>): Schedule => ({
  weekly: Object.fromEntries(weekdays.flatMap((day) => (fields.week[day] === null ? [] : [[day, fields.week[day]]]))),
  exceptions: new Map(fields.exceptions.map(({ date, hours }) => [date, hours])),
})

const HoursBody = z.object({ timeOpen: z.string().meta(timeOpen), timeClose: z.string().meta(timeClose) })

const ScheduleBody = z
  .object({
    week: z.object(ofEachWeekday(HoursBody.nullable())).meta({ description: week }),
    exceptions: z
      .array(
        z.object({
          date: shownDate('The date.', '2030-12-24'),
          timeOpen: z.string().optional().meta(timeOpen),
          timeClose: z.string().optional().meta(timeClose),
        }),
      )
      .meta({ description: `${exceptions} In ascending order, past dates too.` }),
  })
  .meta({ id: 'Schedule', description: 'The opening hours of the museum.', example })

const toScheduleBody = ({ weekly, exceptions: byDate }: Schedule): z.output<typeof ScheduleBody> => {
  const toHours = (hours: OpeningHours) => ({ timeOpen: hours.timeOpen, timeClose: hours.timeClose })
  const weekOf = Object.fromEntries(weekdays.map((day) => [day, weekly[day] ? toHours(weekly[day]) : null]))
  return {
    week: weekOf as z.output<typeof ScheduleBody>['week'],
    exceptions: [...byDate]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, hours]) =>
        hours === 'closed' ? { date } : { date, timeOpen: hours.timeOpen, timeClose: hours.timeClose },
      ),
  }
}

/** The number of days of which the problem details have the numbers of tickets. */
const maxListedDays = 100

/** The tickets of the problem `tickets-are-sold`. */
export const toSoldTickets = ({ general, event, days, hasMore }: AffectedTickets): SoldTickets => ({
  general,
  event,
  days: days.slice(0, maxListedDays).map(toDayOfSoldTickets),
  hasMore: hasMore || days.length > maxListedDays,
})

const toDayOfSoldTickets = ({ date, general, event, entryTimes }: AffectedTickets['days'][number]) => ({
  date,
  general,
  event,
  ...(entryTimes && { entryTimes: entryTimes.map(({ entryTime, tickets }) => ({ entryTime, tickets })) }),
})

const headers = etagHeader('this schedule')

export const getSchedule = operation({
  path: '/museum-hours/schedule',
  operationId: 'getSchedule',
  kind: 'read',
  roles: ['admin'],
  tags: ['Operations'],
  description: 'The rule behind the museum hours: the hours of the week, and the dates that differ from it.',
  responses: { 200: jsonResponse('The schedule.', ScheduleBody, headers) },
}).calls((museum) => museum.getSchedule(), toScheduleBody)

export const setSchedule = operation({
  method: 'put',
  path: '/museum-hours/schedule',
  operationId: 'setSchedule',
  kind: 'change',
  roles: ['admin'],
  tags: ['Operations'],
  description:
    'Replaces the whole schedule: an exception that is not sent is removed. Tickets that are sold stay as they are, and so do ' +
    'special events; so a day for which valid tickets are sold is closed, and an entry time taken away, only with ' +
    '`confirm=true`. It takes effect at once. The audit log has an entry for each weekday and date that changes.',
  query: z.object({
    confirm: flag('Whether days are closed, and entry times taken away, although tickets are sold for them.'),
  }),
  body: jsonBody(ScheduleFields),
  ifMatch: 'schedule',
  responses: {
    200: jsonResponse('The schedule.', ScheduleBody, headers),
    400: problemResponse('The body, the query or If-Match is faulty.'),
    409: problemResponse(
      'Tickets are sold for days that would be closed, or for entry times that would be taken away: `tickets` has their number.',
      'tickets-are-sold',
    ),
  },
}).calls(async (museum, { query, body, principal, isMatch }, c) => {
  const outcome = await museum.setSchedule(toSchedule(body), principal, {
    despiteTickets: query.confirm,
    mayChange: (current) => isMatch(toScheduleBody(current)),
  })
  return isRefusal(outcome) && 'tickets' in outcome
    ? problem(c, outcome.refusal, outcome.because, {
        values: outcome.values,
        tickets: toSoldTickets(outcome.tickets),
      })
    : outcome
}, toScheduleBody)

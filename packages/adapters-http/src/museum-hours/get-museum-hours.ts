import { roles } from '@museum/application'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { listQuery } from '../operation/paging.ts'
import { jsonResponse } from '../operation/route.ts'
import { shownDate } from '../operation/schemas.ts'

const time = (description: string, example: string) =>
  z.string().meta({ description, example, pattern: '^\\d{2}:\\d{2}$' })

export const MuseumHoursBody = z
  .object({
    date: shownDate('The day on which these hours apply.'),
    timeOpen: time('When the museum opens, HH:mm.', '09:00'),
    timeClose: time('When the museum closes, HH:mm.', '18:00'),
  })
  .meta({ id: 'MuseumHours', description: 'The hours of one open day. A closed day has none.' })

export const listOfOpenDays = listQuery(
  "The first day. By default today in the museum's time zone.",
  'The last day. The list ends 365 days after the later of startDate and today at the latest.',
  'The number of open days in a page.',
)

export const getMuseumHours = operation({
  path: '/museum-hours',
  operationId: 'getMuseumHours',
  kind: 'list',
  roles,
  tags: ['Operations'],
  description: 'The upcoming operating hours of the museum, ascending by date. A closed day has no record.',
  query: listOfOpenDays,
  responses: { 200: jsonResponse('The open days.', z.array(MuseumHoursBody)) },
}).calls(
  (museum, { query }) => museum.getMuseumHours(query, query),
  ({ date, timeOpen, timeClose }) => ({ date, timeOpen, timeClose }),
)

import { Page, type PageRequest } from '@museum/application'
import { CalendarDate } from '@museum/domain'
import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { requestPath } from '../paths.ts'
import { addIssue, calendarDate, shownText } from './schemas.ts'

const maxPage = 999_999_999
const maxLimit = 100

/** A query parameter that is a plain decimal integer from 1 to `max`. */
const integer = (max: number, byDefault: number, description: string) =>
  z
    .string()
    .transform((digits, ctx) => {
      if (!/^\d{1,9}$/.test(digits))
        return addIssue(ctx, {
          code: 'not-an-integer',
          detail: 'must be a plain decimal integer of at most nine digits',
        })
      const value = Number(digits)
      if (value < 1 || value > max)
        return addIssue(ctx, { code: 'out-of-range', detail: `must be from 1 to ${max}`, values: { min: 1, max } })
      return value
    })
    .optional()
    .transform((value) => value ?? byDefault)
    .meta({ type: 'integer', minimum: 1, maximum: max, default: byDefault, description })

/** The query parameters of a page; `limit` describes the parameter of that name. */
export const pageParameters = (limit: string) => ({
  page: integer(maxPage, Page.first.page, 'The number of the page, from 1.'),
  limit: integer(maxLimit, Page.first.limit, limit),
})

/** The query of a list by dates: a period and a page. The arguments describe the parameters of the same name. */
export const listQuery = (startDate: string, endDate: string, limit: string) =>
  z
    .object({
      startDate: calendarDate(startDate).optional(),
      endDate: calendarDate(endDate).optional(),
      ...pageParameters(limit),
    })
    .superRefine(
      ({ startDate, endDate }, ctx) => {
        const areDates = [startDate, endDate].every((date) => date !== undefined && !CalendarDate.faultOf(date))
        if (areDates && startDate! > endDate!)
          addIssue(
            ctx,
            {
              code: 'start-after-end',
              detail: `must not be after endDate: ${startDate} is after ${endDate}`,
              values: { from: startDate!, to: endDate! },
            },
            'startDate',
          )
      },
      // Checked also when other parameters have faults, so that all faults are reported together.
      { when: () => true },
    )

/** The response headers of a list, for the documentation. */
export const listHeaders = z.object({
  Link: shownText('The first, prev, next and last pages (RFC 8288).'),
  'X-Total-Count': shownText(
    `The length of the whole list, unless it is longer than ${Page.maxCountedItems}.`,
  ).optional(),
  ETag: shownText('Identifies this state of the page, for If-None-Match.'),
})

/** `Link` and `X-Total-Count` of one page of a list. The links have every other parameter of the query as it was sent. */
export const pagingHeaders = (
  c: Context<MuseumEnv>,
  { page, limit, ...others }: PageRequest,
  { items, total }: Page<unknown>,
): Record<string, string> => {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / limit))
  const hasNext = last === undefined ? items.length === limit && page < maxPage : page < last
  const pages = {
    first: 1,
    prev: page > 1 ? Math.min(page - 1, last ?? page - 1) : undefined,
    next: hasNext ? page + 1 : undefined,
    last,
  }
  const target = (number: number) => {
    const query = new URLSearchParams()
    for (const name of Object.keys(others)) {
      const sent = c.req.query(name)
      if (sent !== undefined) query.set(name, sent)
    }
    query.set('page', String(number))
    query.set('limit', String(limit))
    return `<${requestPath(c)}?${query.toString()}>`
  }
  const links = Object.entries(pages).flatMap(([rel, number]) =>
    number === undefined ? [] : [`${target(number)}; rel="${rel}"`],
  )
  return { Link: links.join(', '), ...(total !== undefined && { 'X-Total-Count': String(total) }) }
}

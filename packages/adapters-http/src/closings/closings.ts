import { Closing, type ClosingDraft, ClosingNote, PaymentMethod, Price, SignedAmount } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  addIssue,
  optionalMember,
  patterns,
  shownCount,
  shownDateTime,
  shownId,
  shownNumber,
  shownText,
  text,
  toDateTime,
  toDomainValue,
} from '../operation/schemas.ts'
import { paymentMethod, till, tillFilter } from '../orders/order.wire.ts'

const tags = ['Closings']

const signedAmount = z
  .number()
  .transform(toDomainValue(SignedAmount.ofAmount))
  .meta({ minimum: -99_999_999.99, maximum: 99_999_999.99, multipleOf: 0.01 })

const note = optionalMember(text(ClosingNote)).meta({
  minLength: 1,
  maxLength: 500,
  pattern: patterns.line,
  description: 'What is to be noted.',
})

/** A list of at most 20 items. Its length is checked first, so that a list that is too long has one fault. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .transform((items, ctx) => {
      const fault = Closing.faultOfCount(items.length)
      return fault === undefined ? items : addIssue(ctx, fault)
    })
    .pipe(z.array(item))

const CountedAmount = z
  .object({
    method: text(PaymentMethod).meta({ ...paymentMethod, example: 'cash' }),
    amount: signedAmount.meta({ description: 'What was found of it; for cash, with the float.', example: 312.5 }),
  })
  .meta({ id: 'CountedAmount', description: 'What was found of a payment method.' })

const MovedCash = z
  .object({
    amount: signedAmount.meta({ description: 'What was put into the drawer, or, negative, taken out.', example: -200 }),
    note,
  })
  .meta({ id: 'MovedCash', description: 'Cash that was taken to the bank, or change that was fetched.' })

const shape = {
  till: optionalMember(till),
  float: z.number().transform(toDomainValue(Price.ofAmount)).meta({
    minimum: 0,
    maximum: 99_999_999.99,
    multipleOf: 0.01,
    description: 'The cash that was in the drawer before the first sale.',
    example: 150,
  }),
  note,
}

const example = { till: 'Till 1', float: 150, counted: [{ method: 'cash', amount: 312.5 }] }

const closingFields = z.object({ ...shape, counted: list(CountedAmount), moved: optionalMember(list(MovedCash)) })

/** The body of a closing as the OpenAPI document describes it. */
const ClosingFields = z
  .object({
    ...shape,
    counted: z.array(CountedAmount).max(Closing.maxListed).meta({ description: 'What was found, each method once.' }),
    moved: optionalMember(z.array(MovedCash).max(Closing.maxListed)).meta({
      description: 'Cash that was taken out of the drawer or put into it.',
    }),
  })
  .meta({ id: 'ClosingFields', description: 'A closing of a till, or of what a user sells at no till.', example })

const sums = {
  sold: shownNumber('The sum of the orders that were sold.', 180),
  refunded: shownNumber('The sum of the refunds.', 17.5),
  corrected: shownNumber('What changed by corrections of sales that an earlier closing has counted.', 0),
  expected: shownNumber(
    'sold − refunded + corrected; for cash, and in the total, with the float and what was moved.',
    312.5,
  ),
  counted: shownNumber('What was found; null if it was not counted.', 312.5).nullable(),
  difference: shownNumber(
    'What is over, or, negative, short: counted − expected, in the total of the counted methods. Null if none was counted.',
    0,
  ).nullable(),
}

const ClosingBody = z
  .object({
    closingId: shownId('Identifier of the closing.', '01940000-0000-7000-8000-000000000501'),
    number: shownCount(
      'The number of the closing: it counts up from 1 for each till, and for each user at no till.',
      12,
    ),
    till: shownText('The till; absent for the closing of a user.', 'Till 1').optional(),
    closedBy: shownText('The user who made the closing.', 'desk-1'),
    from: shownDateTime('When the closing before was made; of the first one, when the day began. In UTC.'),
    to: shownDateTime('When the closing was made, in UTC.', '2030-05-01T17:05:00.000Z'),
    currency: shownText('The currency of the amounts (ISO 4217).', 'EUR'),
    float: shownNumber('The cash that was in the drawer before the first sale.', 150),
    moved: z
      .array(
        z.object({
          amount: shownNumber('What was put into the drawer, or, negative, taken out.', -200),
          note: shownText('What was noted.', 'To the bank').optional(),
        }),
      )
      .meta({ description: 'Cash that was taken out of the drawer or put into it.' }),
    note: shownText('What was noted.').optional(),
    methods: z
      .array(
        z
          .object({ method: z.string().meta({ ...paymentMethod, example: 'cash' }), ...sums })
          .meta({ id: 'ClosedMethod', description: 'The sums of a payment method.' }),
      )
      .meta({
        description:
          'In ascending order of the methods. Orders without a payment method, and tickets that were bought alone, are left out.',
      }),
    total: z.object(sums).meta({ id: 'ClosingTotal', description: 'The sums of all methods.' }),
  })
  .meta({
    id: 'Closing',
    description: 'What a till, or a user at no till, has sold and refunded since the closing before.',
  })
type ClosingBody = z.output<typeof ClosingBody>

const Preview = ClosingBody.omit({ closingId: true, number: true, to: true }).meta({
  id: 'ClosingPreview',
  description: 'The closing that would be made now, with nothing counted and no float.',
})

const toSumsBody = ({
  sold,
  refunded,
  corrected,
  expected,
  counted,
  difference,
}: ReturnType<typeof Closing.totalOf>) => ({
  sold: Price.toAmount(sold),
  refunded: Price.toAmount(refunded),
  corrected: Price.toAmount(corrected),
  expected: Price.toAmount(expected),
  counted: counted === null ? null : Price.toAmount(counted),
  difference: difference === null ? null : Price.toAmount(difference),
})

const toPreview = (closing: Closing): z.output<typeof Preview> => ({
  ...(closing.drawer.till !== undefined && { till: closing.drawer.till as string }),
  closedBy: closing.closedBy,
  from: toDateTime(closing.from),
  currency: closing.currency,
  float: Price.toAmount(closing.float),
  moved: closing.moved.map(({ amount, note: noted }) => ({
    amount: Price.toAmount(amount),
    ...(noted !== undefined && { note: noted as string }),
  })),
  ...(closing.note !== undefined && { note: closing.note as string }),
  methods: closing.methods.map((method) => ({ method: method.method as string, ...toSumsBody(method) })),
  total: toSumsBody(Closing.totalOf(closing)),
})

const toClosingBody = (closing: Closing): ClosingBody => ({
  closingId: closing.closingId,
  number: closing.number,
  to: toDateTime(closing.to),
  ...toPreview(closing),
})

export const createClosing = operation({
  path: '/closings',
  operationId: 'createClosing',
  kind: 'keyed',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'Closes a till, or what the caller sells at no till: what was sold and refunded since the closing before, the first one from ' +
    'today on, beside what was found of it. A sale that is stored later is in the next closing. It is stored once, and never changes.',
  body: jsonBody(closingFields, {
    documented: ClosingFields,
    examples: { till: { summary: 'A till', value: example } },
  }),
  location: { path: '{closingId}', description: 'The path of the closing.' },
  responses: {
    201: jsonResponse('The closing was made.', ClosingBody),
    400: problemResponse('The body or Idempotency-Key is not valid.'),
    409: problemResponse('Another request with the same key is in progress.'),
  },
}).calls(
  (museum, { body, principal, once }) => museum.createClosing(body satisfies ClosingDraft, { actor: principal, once }),
  toClosingBody,
)

export const previewClosing = operation({
  path: '/closing-preview',
  operationId: 'previewClosing',
  kind: 'read',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'What the next closing of a till, or of what the caller sells at no till, would have now, with nothing counted and no float.',
  query: z.object({ till: tillFilter }),
  responses: { 200: jsonResponse('What would be closed.', Preview, etagHeader('this state of the sales')) },
}).calls((museum, { query, principal }) => museum.previewClosing(query, principal), toPreview)

export const getClosing = operation({
  path: '/closings/{closingId}',
  operationId: 'getClosing',
  kind: 'read',
  roles: ['admin', 'box-office'],
  tags,
  description: 'The box office may read the closings that it has made, an administrator all.',
  responses: { 200: jsonResponse('The closing.', ClosingBody, etagHeader('the closing')) },
}).calls((museum, { path, principal }) => museum.getClosing(path.closingId, principal), toClosingBody)

export const listClosings = operation({
  path: '/closings',
  operationId: 'listClosings',
  kind: 'list',
  roles: ['admin', 'box-office'],
  tags,
  description: 'The latest closings first: for the box office those that it has made, for an administrator all.',
  query: z.object({ till: tillFilter, ...pageParameters('The number of closings in a page.') }),
  responses: { 200: jsonResponse('The closings of the page.', z.array(ClosingBody)) },
}).calls((museum, { query, principal }) => museum.listClosings(query, query, principal), toClosingBody)

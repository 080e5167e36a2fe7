import { Percentage, PriceCategories, PriceCategoryName } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { addFaults, patterns, text, toDomainValue } from '../operation/schemas.ts'
import { priceCategory, priceCategoryBody } from './price-category.wire.ts'

const example = [
  { priceCategory: 'full', name: 'Adult', percentage: 100 },
  { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
  { priceCategory: 'toddler', name: 'Toddler', percentage: 0 },
]
const description =
  "The museum's price categories, in the order in which staff see them: 1 to 20, each identifier and each name once, among them `full` " +
  'with 100, the category of a purchase that names none.'
const name = { minLength: 1, maxLength: 60, description: 'Name for staff and visitors.', example: 'Child, 6 to 17' }
const percentage = { minimum: 0, maximum: 100, description: 'Percentage of the full price.', example: 50 }

const PriceCategoryFields = z.object({
  priceCategory,
  name: text(PriceCategoryName).meta({ ...name, pattern: patterns.line }),
  percentage: z
    .number()
    .transform(toDomainValue(Percentage))
    .meta({ type: 'integer', ...percentage }),
})

const PriceCategoriesFields = z
  .array(PriceCategoryFields)
  .check((ctx) => addFaults(ctx, PriceCategories.faultsOf(ctx.value)))
  .meta({ id: 'PriceCategoriesFields', minItems: 1, maxItems: 20, description, example })

const PriceCategoriesBody = z
  .array(
    z
      .object({
        priceCategory: priceCategoryBody,
        name: z.string().meta(name),
        percentage: z.int().meta(percentage),
      })
      .meta({ id: 'PriceCategory', description: 'A price category.' }),
  )
  .meta({ id: 'PriceCategories', description, example })

const toBody = (categories: PriceCategories) =>
  categories.map((each) => ({ priceCategory: each.priceCategory, name: each.name, percentage: each.percentage }))

const headers = etagHeader('this list')

export const getPriceCategories = operation({
  path: '/price-categories',
  operationId: 'getPriceCategories',
  kind: 'read',
  roles: ['admin', 'box-office', 'gate', 'reader'],
  tags: ['Tickets'],
  description: 'The price categories of the museum. A ticket costs their percentage of the full price.',
  responses: { 200: jsonResponse('The price categories.', PriceCategoriesBody, headers) },
}).calls((museum) => museum.getPriceCategories(), toBody)

export const setPriceCategories = operation({
  method: 'put',
  path: '/price-categories',
  operationId: 'setPriceCategories',
  kind: 'change',
  roles: ['admin'],
  tags: ['Operations'],
  description:
    'Replaces the list. Tickets that are sold keep their category and price. This server sells at the new prices at once, ' +
    'another one within 5 seconds.',
  body: jsonBody(PriceCategoriesFields),
  ifMatch: 'list',
  responses: {
    200: jsonResponse('The price categories.', PriceCategoriesBody, headers),
    400: problemResponse('The body or If-Match is faulty.'),
  },
}).calls(
  (museum, { body, principal, isMatch }) =>
    museum.setPriceCategories(PriceCategories(body), principal, (current) => isMatch(toBody(current))),
  toBody,
)

import { roles } from '@museum/application'
import { Percentage, Price, PriceCategories, PriceCategoryName } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { addFaults, optionalMember, patterns, text, toDomainValue } from '../operation/schemas.ts'
import { priceCategory, priceCategoryBody } from './price-category.wire.ts'

const example = [
  { priceCategory: 'full', name: 'Adult', percentage: 100 },
  { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
  { priceCategory: 'reduced', name: 'Reduced', percentage: 70, generalPrice: 8 },
  { priceCategory: 'toddler', name: 'Toddler', percentage: 0 },
]
const description =
  "The museum's price categories, in the order in which staff see them: 1 to 20, each identifier and each name once, among them `full` " +
  'with 100, the category of a purchase that names none.'
const name = { minLength: 1, maxLength: 60, description: 'Name for staff and visitors.', example: 'Child, 6 to 17' }
const percentage = { minimum: 0, maximum: 100, description: 'Percentage of the full price.', example: 50 }
const generalPrice = {
  minimum: 0,
  maximum: 99_999_999.99,
  description:
    'Price for general entry, no finer than the currency, in place of the percentage, which stays for special events. Absent: the ' +
    'percentage counts for general entry too, as always for `full`.',
  example: 8,
}

const PriceCategoryFields = z.object({
  priceCategory,
  name: text(PriceCategoryName).meta({ ...name, pattern: patterns.line }),
  percentage: z
    .number()
    .transform(toDomainValue(Percentage))
    .meta({ type: 'integer', ...percentage }),
  generalPrice: optionalMember(z.number().transform(toDomainValue(Price.ofAmount))).meta({
    type: ['number', 'null'],
    ...generalPrice,
    multipleOf: 0.01,
  }),
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
        generalPrice: z.number().meta(generalPrice).optional(),
      })
      .meta({ id: 'PriceCategory', description: 'A price category.' }),
  )
  .meta({ id: 'PriceCategories', description, example })

const toBody = (categories: PriceCategories) =>
  categories.map((each) => ({
    priceCategory: each.priceCategory,
    name: each.name,
    percentage: each.percentage,
    ...(each.generalPrice !== undefined && { generalPrice: Price.toAmount(each.generalPrice) }),
  }))

const headers = etagHeader('this list')

export const getPriceCategories = operation({
  path: '/price-categories',
  operationId: 'getPriceCategories',
  kind: 'read',
  roles,
  tags: ['Tickets'],
  description:
    'The price categories of the museum. A ticket costs the percentage of the full price; one for general entry costs the ' +
    'generalPrice of the category where it has one.',
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

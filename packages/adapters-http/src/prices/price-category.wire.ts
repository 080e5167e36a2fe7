import { PriceCategoryId } from '@museum/domain'
import { z } from 'zod'
import { text } from '../operation/schemas.ts'

const identifier = {
  pattern: '^[a-z][a-z0-9-]{0,29}$',
  description: 'Identifier of the price category, as in a purchase.',
  example: 'child',
}

/** The identifier of a price category in a request. */
export const priceCategory = text(PriceCategoryId).meta(identifier)

export const priceCategoryBody = z.string().meta(identifier)

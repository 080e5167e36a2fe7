import type { Shop } from '@museum/application'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { shownText } from '../operation/schemas.ts'

const open = z.boolean().meta({
  description:
    'Whether new reservations are made through the pages of the shop and by the role `shop`. What is held is paid and sold also while it ' +
    'is false.',
  example: true,
})

const ShopFields = z
  .object({ open })
  .meta({ id: 'ShopFields', description: 'Whether the shop is open.', example: { open: false } })

const ShopBody = z
  .object({
    open,
    publicUrl: shownText('Where visitors see the museum; the shop is at `/buy` below it.', 'https://museum.example'),
    payment: z.enum(['off', 'stripe', 'rehearsal']).meta({
      description: 'How visitors pay online. While it is `off`, only what costs nothing is offered.',
      example: 'stripe',
    }),
  })
  .meta({ id: 'Shop', description: 'The shop for visitors.' })

const toShopBody = ({ isOpen, publicUrl, payment }: Shop): z.output<typeof ShopBody> => ({
  open: isOpen,
  publicUrl,
  payment,
})

const headers = etagHeader('this state')
const off = problemResponse('The museum has no shop.', 'shop-off')

export const getShop = operation({
  path: '/shop',
  operationId: 'getShop',
  kind: 'read',
  roles: ['admin'],
  tags: ['Operations'],
  description: 'The shop at which visitors buy tickets, and whether it is open.',
  responses: { 200: jsonResponse('The shop.', ShopBody, headers), 409: off },
}).calls((museum) => museum.getShop(), toShopBody)

export const setShop = operation({
  method: 'put',
  path: '/shop',
  operationId: 'setShop',
  kind: 'change',
  roles: ['admin'],
  tags: ['Operations'],
  description:
    'Opens or closes the shop, on every server within 5 seconds. While it is closed, the pages and the role `shop` make no new ' +
    'reservations. What is held is still paid and sold, links to tickets stay valid, and the box office sells and reserves as before.',
  body: jsonBody(ShopFields),
  ifMatch: 'shop',
  responses: {
    200: jsonResponse('The shop.', ShopBody, headers),
    400: problemResponse('The body or If-Match is faulty.'),
    409: off,
  },
}).calls(
  (museum, { body, principal, isMatch }) =>
    museum.setShop({ isOpen: body.open }, principal, (current) => isMatch(toShopBody(current))),
  toShopBody,
)

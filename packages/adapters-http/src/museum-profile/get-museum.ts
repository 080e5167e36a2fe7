import { roles } from '@museum/application'
import { Price, VatRate } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse } from '../operation/route.ts'
import { shownDate, shownDayEnds, shownNumber, shownText } from '../operation/schemas.ts'
import { paymentMethod } from '../orders/order.wire.ts'
import { passwordIsTemporary } from '../users/user.wire.ts'

const MuseumBody = z
  .object({
    name: shownText('The name of the museum.', 'Museum of Clocks'),
    address: shownText(
      'The postal address of the museum, of one line or several.',
      'Clock Lane 1\n8000 Zürich',
    ).optional(),
    timeZone: shownText('The time zone of the museum (IANA).', 'Europe/Zurich'),
    today: shownDate('The current date in that time zone.'),
    dayEnds: shownDayEnds,
    currency: shownText('The currency of all prices (ISO 4217).', 'EUR'),
    generalPrice: shownNumber('The full price of general entry.', 12),
    language: shownText('The language in which the museum writes to visitors (BCP 47).', 'en'),
    paymentMethods: z.array(z.string().meta({ ...paymentMethod, description: 'A payment method.' })).meta({
      description: 'The payment methods that the desk offers, in this order. Others are recorded too.',
      example: ['cash', 'card'],
    }),
    vatId: shownText('The number under which the museum pays value added tax.', 'DE123456789').optional(),
    vatRate: shownNumber(
      'The value added tax that the prices of general entry contain, in per cent. Absent: none is named.',
      8.1,
    ).optional(),
    eventVatRate: shownNumber('The same for special events.', 8.1).optional(),
    entryTimes: z.boolean().meta({ description: 'Whether general entry has entry times.', example: false }),
    sendsEmails: z.boolean().meta({
      description: 'Whether the museum sends e-mails: tickets go to the email address of their purchaser.',
      example: true,
    }),
    payment: z.boolean().meta({
      description:
        'Whether visitors can pay at the payment provider. Then the method `online` of a refund has the provider give back what was ' +
        'paid there.',
      example: false,
    }),
    shop: z.boolean().meta({
      description: 'Whether there is a shop for visitors, and it is open: `PUT /shop` closes it.',
      example: false,
    }),
    user: z
      .object({
        username: shownText('The name of the user.', 'desk-1'),
        role: z.enum(roles).meta({ description: 'The role of the user.', example: 'box-office' }),
        passwordIsTemporary,
      })
      .meta({ description: 'The user who sent the request.' }),
  })
  .meta({ id: 'Museum', description: 'The museum, and the user who asks.' })

export const getMuseum = operation({
  path: '/museum',
  operationId: 'getMuseum',
  kind: 'read',
  roles,
  tags: ['Operations'],
  description:
    'What a client must know before it shows anything: the museum with its current date, and the user with the role that says ' +
    'which operations the user may call.',
  responses: { 200: jsonResponse('The museum and the user.', MuseumBody, etagHeader('this state')) },
}).calls(
  (museum) => museum.getMuseum(),
  // Every member is listed here, so that no other member is sent.
  (
    { address, vatId, vatRate, eventVatRate, ...museum },
    { principal: { username, role, passwordIsTemporary = false } },
  ) => ({
    name: museum.name,
    ...(address !== undefined && { address }),
    timeZone: museum.timeZone,
    today: museum.today,
    dayEnds: museum.dayEnds,
    currency: museum.currency,
    generalPrice: Price.toAmount(museum.generalPrice),
    language: museum.language,
    paymentMethods: [...museum.paymentMethods],
    ...(vatId !== undefined && { vatId }),
    ...(vatRate !== undefined && { vatRate: VatRate.toPercent(vatRate) }),
    ...(eventVatRate !== undefined && { eventVatRate: VatRate.toPercent(eventVatRate) }),
    entryTimes: museum.hasEntryTimes,
    sendsEmails: museum.sendsEmails,
    payment: museum.paysOnline,
    shop: museum.shop,
    user: { username, role, passwordIsTemporary },
  }),
)

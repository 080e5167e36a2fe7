import type { KnownMuseumSettings, MuseumSettingName, MuseumSettings } from '@museum/application'
import {
  Directions,
  Email,
  MuseumName,
  PageUrl,
  PaymentMethod,
  PaymentMethods,
  Phone,
  PostalAddress,
  Price,
  VatId,
  VatRate,
} from '@museum/domain'
import { languages } from '@museum/languages'
import { type ZodType, z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { patterns, text, toDomainValue } from '../operation/schemas.ts'
import { paymentMethod } from '../orders/order.wire.ts'

const methodItem = { ...paymentMethod, description: 'A payment method.' }

/** What the document says of each setting, in requests and responses. */
const described = {
  name: { description: 'The name of the museum.', example: 'Museum of Clocks' },
  address: { description: 'The postal address, of one line or several.', example: 'Clock Lane 1\n8000 Zürich' },
  language: { description: 'The language in which the museum writes to visitors (BCP 47).', example: 'en' },
  generalPrice: { description: 'The full price of general entry, no finer than the currency.', example: 12 },
  termsUrl: { description: 'The URL of the terms of sale.', example: 'https://museum.example/terms' },
  privacyUrl: {
    description: 'The URL of what the museum says about personal data.',
    example: 'https://museum.example/privacy',
  },
  legalNoticeUrl: {
    description: 'The URL of the page that says who sells the tickets.',
    example: 'https://museum.example/legal-notice',
  },
  email: { description: 'Where the museum answers visitors by e-mail.', example: 'welcome@museum.example' },
  phone: { description: 'Where the museum answers visitors by telephone.', example: '+41 44 123 45 67' },
  directions: {
    description: 'How visitors find the museum, of one line or several.',
    example: 'Tram 4 to Clock Lane.',
  },
  vatId: { description: 'The number under which the museum pays value added tax.', example: 'DE123456789' },
  vatRate: {
    description: 'The value added tax that the prices of general entry contain, in per cent.',
    example: 8.1,
  },
  eventVatRate: { description: 'The value added tax that the prices of special events contain.', example: 8.1 },
  paymentMethods: {
    description: 'The payment methods that the desk offers, in this order. Others are recorded too.',
    example: ['cash', 'card'],
  },
}
type Member = keyof typeof described

/** The schema of a setting in a request: `null` returns to the value of the environment. */
const given = <Schema extends ZodType>(member: Member, schema: Schema, type: string, rules: object) =>
  schema
    .nullable()
    .optional()
    .meta({ type: [type, 'null'], ...rules, ...described[member] })

const line = (maxLength: number) => ({ minLength: 1, maxLength, pattern: patterns.line })
const lines = (maxLength: number) => ({ minLength: 1, maxLength, pattern: patterns.filledLines })
const url = { maxLength: 2_000, pattern: patterns.pageUrl }
const rate = { minimum: 0, maximum: 100, multipleOf: 0.01 }
const price = { minimum: 0, maximum: 99_999_999.99, multipleOf: 0.01 }
const percent = z.number().transform(toDomainValue(VatRate.ofPercent))
const methods = z.array(text(PaymentMethod).meta(methodItem)).transform(toDomainValue(PaymentMethods))
const listOfMethods = { items: { type: 'string', ...methodItem }, minItems: 1, maxItems: 8, uniqueItems: true }

const MuseumSettingsFields = z
  .object({
    name: given('name', text(MuseumName), 'string', line(255)),
    address: given('address', text(PostalAddress), 'string', lines(1_000)),
    language: given('language', z.enum(languages), 'string', { enum: [...languages, null] }),
    generalPrice: given('generalPrice', z.number().transform(toDomainValue(Price.ofAmount)), 'number', price),
    termsUrl: given('termsUrl', text(PageUrl), 'string', url),
    privacyUrl: given('privacyUrl', text(PageUrl), 'string', url),
    legalNoticeUrl: given('legalNoticeUrl', text(PageUrl), 'string', url),
    email: given('email', text(Email), 'string', { maxLength: 254, pattern: patterns.email }),
    phone: given('phone', text(Phone), 'string', { maxLength: 32, pattern: patterns.phone }),
    directions: given('directions', text(Directions), 'string', lines(2_000)),
    vatId: given('vatId', text(VatId), 'string', line(50)),
    vatRate: given('vatRate', percent, 'number', rate),
    eventVatRate: given('eventVatRate', percent, 'number', rate),
    paymentMethods: given('paymentMethods', methods, 'array', listOfMethods),
  })
  .meta({
    id: 'MuseumSettingsFields',
    description: 'New values of settings. null: the value of the environment again; absent: as before.',
    example: { generalPrice: 12.5, phone: null },
  })

const from = z.enum(['stored', 'environment']).meta({
  description: 'Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.',
  example: 'environment',
})
const shown = <Schema extends ZodType>(member: Member, schema: Schema) =>
  z.object({ value: schema.meta(described[member]), from }).meta({ description: described[member].description })
const shownText = (member: Member) => shown(member, z.string().nullable())

const MuseumSettingsBody = z
  .object({
    name: shown('name', z.string()),
    address: shownText('address'),
    language: shown('language', z.string()),
    generalPrice: shown('generalPrice', z.number()),
    termsUrl: shownText('termsUrl'),
    privacyUrl: shownText('privacyUrl'),
    legalNoticeUrl: shownText('legalNoticeUrl'),
    email: shownText('email'),
    phone: shownText('phone'),
    directions: shownText('directions'),
    vatId: shownText('vatId'),
    vatRate: shown('vatRate', z.number().nullable()),
    eventVatRate: shown('eventVatRate', z.number().nullable()),
    paymentMethods: shown('paymentMethods', z.array(z.string().meta(methodItem))),
  })
  .meta({ id: 'MuseumSettings', description: 'The settings of the museum. null: it has none.' })

const percentOf = (value: MuseumSettings['vatRate']) => (value === undefined ? null : VatRate.toPercent(value))

const toBody = ({ settings, stored }: KnownMuseumSettings): z.output<typeof MuseumSettingsBody> => {
  const sourced = <Value>(name: MuseumSettingName, value: Value) => ({
    value,
    from: stored.has(name) ? ('stored' as const) : ('environment' as const),
  })
  const textOf = (name: MuseumSettingName & Member) => sourced(name, (settings[name] as string | undefined) ?? null)
  return {
    name: sourced('museumName', settings.museumName),
    address: textOf('address'),
    language: sourced('language', settings.language),
    generalPrice: sourced('generalPrice', Price.toAmount(settings.generalPrice)),
    termsUrl: textOf('termsUrl'),
    privacyUrl: textOf('privacyUrl'),
    legalNoticeUrl: textOf('legalNoticeUrl'),
    email: textOf('email'),
    phone: textOf('phone'),
    directions: textOf('directions'),
    vatId: textOf('vatId'),
    vatRate: sourced('vatRate', percentOf(settings.vatRate)),
    eventVatRate: sourced('eventVatRate', percentOf(settings.eventVatRate)),
    paymentMethods: sourced('paymentMethods', [...settings.paymentMethods]),
  }
}

const headers = etagHeader('these settings')

export const getMuseumSettings = operation({
  path: '/museum-settings',
  operationId: 'getMuseumSettings',
  kind: 'read',
  roles: ['admin'],
  tags: ['Operations'],
  description:
    'What the museum says of itself, and what general entry costs: each setting with its value, and whether that is stored or the ' +
    'environment of the server has it.',
  responses: { 200: jsonResponse('The settings.', MuseumSettingsBody, headers) },
}).calls((museum) => museum.getMuseumSettings(), toBody)

export const setMuseumSettings = operation({
  method: 'put',
  path: '/museum-settings',
  operationId: 'setMuseumSettings',
  kind: 'change',
  roles: ['admin'],
  tags: ['Operations'],
  description:
    'Stores the settings that it names; `null` returns to the value of the environment. They are in force on every server within 5 ' +
    'seconds, the price of general entry for every sale that begins after the response. A shop keeps its termsUrl, privacyUrl and ' +
    'legalNoticeUrl.',
  body: jsonBody(MuseumSettingsFields),
  ifMatch: 'settings',
  responses: {
    200: jsonResponse('The settings.', MuseumSettingsBody, headers),
    400: problemResponse('The body or If-Match is faulty, or the shop needs a setting that would have no value.'),
  },
}).calls(
  (museum, { body: { name: museumName, ...others }, principal, isMatch }) =>
    museum.setMuseumSettings({ museumName, ...others }, principal, (current) => isMatch(toBody(current))),
  toBody,
)

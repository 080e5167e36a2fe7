import type { CalendarDate, PaymentMethod, TimeOfDay } from '@museum/domain'
import type { shopOperations } from '../shop/shop-operations.ts'
import { type MuseumPorts, midnight, usualMuseumName, usualPaymentMethods } from '../ports.ts'

/** What a client must know before it shows anything. */
export type MuseumProfile = Pick<MuseumPorts, 'timeZone' | 'currency' | 'generalPrice'> &
  Readonly<{
    name: string
    /** The current date in the museum's time zone. */
    today: CalendarDate
    /** Until when gates also admit tickets of the day before. */
    dayEnds: TimeOfDay
    /** The BCP 47 tag of the language in which the museum writes to visitors. */
    language: string
    /** The payment methods that the desk offers, in this order. */
    paymentMethods: readonly PaymentMethod[]
    /** Whether the tickets of a sale are sent to the address of their purchaser. */
    sendsEmails: boolean
    /** Whether visitors can pay at the payment provider, which then gives back what was paid there. */
    paysOnline: boolean
    /** Whether there is a shop for visitors, and it is open. */
    shop: boolean
  }>

export const museumProfileOperations = (
  {
    museumName = usualMuseumName,
    language = 'en',
    timeZone,
    today,
    dayEnds = midnight,
    currency,
    generalPrice,
    paymentMethods = usualPaymentMethods,
    mailSetting,
    paymentProvider,
    shop,
  }: Pick<
    MuseumPorts,
    | 'museumName'
    | 'language'
    | 'timeZone'
    | 'today'
    | 'dayEnds'
    | 'currency'
    | 'generalPrice'
    | 'paymentMethods'
    | 'mailSetting'
    | 'paymentProvider'
    | 'shop'
  >,
  { isShopOpen }: Pick<ReturnType<typeof shopOperations>, 'isShopOpen'>,
) => ({
  /** Returns the name, time zone, current date, end of the day at the gates, currency, price of general entry, language and payment methods of the museum, and whether it sends e-mails, visitors pay online, and the shop is open. */
  getMuseum: async (): Promise<MuseumProfile> => ({
    name: museumName,
    timeZone,
    today: today(),
    dayEnds,
    currency,
    generalPrice,
    language,
    paymentMethods,
    sendsEmails: (await mailSetting?.isMailOn()) ?? false,
    paysOnline: paymentProvider !== undefined,
    shop: shop !== undefined && (await isShopOpen()),
  }),
})

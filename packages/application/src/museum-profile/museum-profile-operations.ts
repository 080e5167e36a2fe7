import type { CalendarDate, PaymentMethod, TimeOfDay } from '@museum/domain'
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
  }>

export const museumProfileOperations = ({
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
>) => ({
  /** Returns the name, time zone, current date, end of the day at the gates, currency, price of general entry, language and payment methods of the museum, and whether it sends e-mails and visitors pay online. */
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
  }),
})

import type { CalendarDate, Currency, Price } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** What a client must know before it shows anything. */
export type MuseumProfile = Readonly<{
  name: string
  /** An IANA time zone. */
  timeZone: string
  /** The current date in that time zone. */
  today: CalendarDate
  currency: Currency
  /** The full price of general entry. */
  generalPrice: Price
  /** The BCP 47 tag of the language in which the museum writes to visitors. */
  language: string
}>

export const museumProfileOperations = ({
  museumName = 'The Museum',
  language = 'en',
  timeZone,
  today,
  currency,
  generalPrice,
}: Pick<MuseumPorts, 'museumName' | 'language' | 'timeZone' | 'today' | 'currency' | 'generalPrice'>) => ({
  /** Returns the name, time zone, current date, currency, price of general entry and language of the museum. */
  getMuseum: async (): Promise<MuseumProfile> => ({
    name: museumName,
    timeZone,
    today: today(),
    currency,
    generalPrice,
    language,
  }),
})

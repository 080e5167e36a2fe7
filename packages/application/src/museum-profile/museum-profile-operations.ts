import type { CalendarDate } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** What a client must know before it shows anything. */
export type MuseumProfile = Pick<MuseumPorts, 'timeZone' | 'currency' | 'generalPrice'> &
  Readonly<{
    name: string
    /** The current date in the museum's time zone. */
    today: CalendarDate
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

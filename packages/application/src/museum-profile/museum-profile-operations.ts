import { CalendarDate, type TimeOfDay } from '@museum/domain'
import type { MuseumSettingOperations } from '../museum-settings/museum-setting-operations.ts'
import type { MuseumSettings } from '../museum-settings/museum-settings.ts'
import type { shopOperations } from '../shop/shop-operations.ts'
import { type MuseumPorts, midnight } from '../ports.ts'

/** What a client must know before it shows anything. */
export type MuseumProfile = Pick<MuseumPorts, 'timeZone' | 'currency'> &
  Pick<
    MuseumSettings,
    'generalPrice' | 'language' | 'paymentMethods' | 'address' | 'vatId' | 'vatRate' | 'eventVatRate'
  > &
  Readonly<{
    name: string
    /** The current date in the museum's time zone. */
    today: CalendarDate
    /** Until when gates also admit tickets of the day before. */
    dayEnds: TimeOfDay
    /** Whether general entry has entry times. */
    hasEntryTimes: boolean
    /** Whether the tickets of a sale are sent to the address of their purchaser. */
    sendsEmails: boolean
    /** Whether visitors can pay at the payment provider, which then gives back what was paid there. */
    paysOnline: boolean
    /** Whether there is a shop for visitors, and it is open. */
    shop: boolean
  }>

export const museumProfileOperations = (
  {
    timeZone,
    today,
    dayEnds = midnight,
    currency,
    museumHours,
    mailSetting,
    paymentProvider,
    shop,
  }: Pick<
    MuseumPorts,
    'timeZone' | 'today' | 'dayEnds' | 'currency' | 'museumHours' | 'mailSetting' | 'paymentProvider' | 'shop'
  >,
  { museumSettings }: Pick<MuseumSettingOperations, 'museumSettings'>,
  { isShopOpen }: Pick<ReturnType<typeof shopOperations>, 'isShopOpen'>,
) => ({
  /** Returns the time zone, current date, end of the day at the gates, and currency of the museum, the settings that clients need, and whether general entry has entry times, the museum sends e-mails, visitors pay online, and the shop is open. */
  getMuseum: async (): Promise<MuseumProfile> => {
    const [settings, { entryTimes }] = await Promise.all([
      museumSettings(),
      museumHours.schedule(CalendarDate.first, CalendarDate.first),
    ])
    const { museumName: name, address, language, generalPrice, paymentMethods, vatId, vatRate, eventVatRate } = settings
    return {
      name,
      address,
      timeZone,
      today: today(),
      dayEnds,
      currency,
      generalPrice,
      language,
      paymentMethods,
      vatId,
      vatRate,
      eventVatRate,
      hasEntryTimes: entryTimes.rule !== null,
      sendsEmails: (await mailSetting?.isMailOn()) ?? false,
      paysOnline: paymentProvider !== undefined,
      shop: shop !== undefined && (await isShopOpen()),
    }
  },
})

import { describe, expect, it } from '@jest/globals'
import { Currency, EntryTimes, Instant, PaymentMethod, Price, TimeOfDay, VatRate } from '@museum/domain'
import { aMuseum, anActor, inMemoryPaymentProvider, inMemoryPorts } from '@museum/testing'

describe('the profile of the museum', () => {
  it('has the name, the language and the settings of the ports, and the current date', async () => {
    let moment = Date.UTC(2030, 4, 1, 23, 59)
    const museum = aMuseum({
      museumName: 'Museum of Clocks',
      language: 'de',
      timeZone: 'Europe/Zurich',
      dayEnds: TimeOfDay('03:00'),
      currency: Currency('CHF'),
      generalPrice: Price(1_250),
      paymentMethods: [PaymentMethod('voucher'), PaymentMethod('cash')],
      address: 'Uhrgasse 1\n8000 Zürich',
      vatId: 'CHE-123.456.789',
      vatRate: VatRate(260),
      eventVatRate: VatRate(0),
      now: () => Instant(moment),
    })
    const profile = {
      name: 'Museum of Clocks',
      timeZone: 'Europe/Zurich',
      today: '2030-05-01',
      dayEnds: '03:00',
      currency: 'CHF',
      generalPrice: 1_250,
      language: 'de',
      paymentMethods: ['voucher', 'cash'],
      address: 'Uhrgasse 1\n8000 Zürich',
      vatId: 'CHE-123.456.789',
      vatRate: 260,
      eventVatRate: 0,
      hasEntryTimes: false,
      sendsEmails: false,
      paysOnline: false,
      shop: false,
    }
    expect(await museum.getMuseum()).toEqual(profile)
    moment += 60_000
    expect(await museum.getMuseum()).toEqual({ ...profile, today: '2030-05-02' })
  })

  it('has the name The Museum, the language English, days that end at midnight, and cash and card by default', async () => {
    expect(await aMuseum().getMuseum()).toMatchObject({
      name: 'The Museum',
      language: 'en',
      dayEnds: '00:00',
      paymentMethods: ['cash', 'card'],
    })
  })

  it('says whether general entry has entry times: as it is stored now', async () => {
    const museum = aMuseum()
    expect(await museum.getMuseum()).toMatchObject({ hasEntryTimes: false })
    const rule = { times: [TimeOfDay('10:00')], length: 60 }
    await museum.setEntryTimes({ ...EntryTimes.none, rule }, anActor)
    expect(await museum.getMuseum()).toMatchObject({ hasEntryTimes: true })
  })

  it('says whether visitors can pay online', async () => {
    const paymentProvider = inMemoryPaymentProvider()
    expect(await aMuseum({ paymentProvider }).getMuseum()).toMatchObject({ paysOnline: true })
  })

  it('says whether e-mails are sent: now, and none where there is no such setting', async () => {
    const { deliveries } = inMemoryPorts()
    const museum = aMuseum({ mailSetting: deliveries })
    expect(await museum.getMuseum()).toMatchObject({ sendsEmails: false })
    await deliveries.setMailOn(true)
    expect(await museum.getMuseum()).toMatchObject({ sendsEmails: true })
    expect(await aMuseum({ mailSetting: undefined }).getMuseum()).toMatchObject({ sendsEmails: false })
  })
})

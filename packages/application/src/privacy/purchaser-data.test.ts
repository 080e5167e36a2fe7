import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Email, isRefusal } from '@museum/domain'
import { aMuseum, anActor, inMemoryPorts } from '@museum/testing'

const [may2, may17] = [CalendarDate('2030-05-02'), CalendarDate('2030-05-17')]
const [ada, ben] = [Email('ada@visitors.example'), Email('ben@visitors.example')]

/** On 17 May 2030, a museum that has sold a ticket for 2 May and one for 17 May to Ada, and one for 2 May to Ben. */
const aMuseumWithPurchasers = async () => {
  let today = CalendarDate('2030-05-01')
  const museum = aMuseum(inMemoryPorts({ today: () => today }))
  const buy = (email: Email, ticketDate: CalendarDate) =>
    museum.buyMuseumTickets({ ticketType: 'general', ticketDate, purchaser: { email } })
  await buy(ada, may2)
  await buy(ada, may17)
  await buy(ben, may2)
  today = CalendarDate('2030-05-17')
  return museum
}
const lastEntry = async (museum: ReturnType<typeof aMuseum>) => {
  const entries = await museum.listAuditEntries({}, { page: 1, limit: 1 })
  return isRefusal(entries) ? entries : entries.items[0]
}

describe('the data of purchasers', () => {
  it('are counted, and erased for one purchaser, with an audit entry without the address', async () => {
    const museum = await aMuseumWithPurchasers()
    expect(await museum.countPurchaserData({ email: ada })).toEqual({ tickets: 2, upcoming: 1, reservations: 0 })
    expect(await museum.erasePurchaserData(ada, anActor)).toMatchObject({ tickets: 2 })
    expect(await museum.countPurchaserData({ email: ada })).toEqual({ tickets: 0, upcoming: 0, reservations: 0 })
    expect(await museum.countPurchaserData({ email: ben })).toEqual({ tickets: 1, upcoming: 0, reservations: 0 })
    expect(await lastEntry(museum)).toMatchObject({
      operation: 'erasePurchaserData',
      subject: { kind: 'purchaser-data', id: 'one-purchaser' },
      before: null,
      after: { tickets: 2 },
    })
  })

  it('are erased from the tickets for dates before another one, which may be today, with an audit entry', async () => {
    const museum = await aMuseumWithPurchasers()
    expect(await museum.expirePurchaserData(may17, anActor)).toMatchObject({ tickets: 2 })
    expect(await museum.countPurchaserData({ email: ada })).toEqual({ tickets: 1, upcoming: 1, reservations: 0 })
    expect(await lastEntry(museum)).toMatchObject({
      operation: 'expirePurchaserData',
      subject: { kind: 'purchaser-data', id: '2030-05-17' },
      after: { tickets: 2 },
    })
  })

  it('are not erased from upcoming tickets', async () => {
    const museum = await aMuseumWithPurchasers()
    expect(await museum.expirePurchaserData(CalendarDate('2030-05-18'), anActor)).toEqual({
      refusal: 'date-in-the-future',
      because: '2030-05-18 is after today, 2030-05-17. The data on upcoming tickets do not expire.',
    })
    expect(await museum.countPurchaserData({ email: ada })).toEqual({ tickets: 2, upcoming: 1, reservations: 0 })
  })
})

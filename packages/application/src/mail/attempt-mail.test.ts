import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Email,
  EventDates,
  EventId,
  Instant,
  LanguageTag,
  type Order,
  type OrderItem,
  Phone,
  Quantity,
  type Ticket,
  TicketId,
  type TicketMail,
} from '@museum/domain'
import {
  anActor,
  anAuditEntry,
  inMemoryMailSender,
  inMemoryPorts,
  readInMemoryTicket,
  unrefused,
} from '@museum/testing'
import { aSpecialEvent, anOrder, exampleId, hours } from '@museum/testing/examples'
import fc from 'fast-check'
import { createMuseum } from '../museum.ts'
import { Unavailable } from '@museum/concurrency'
import type { ClaimedMail, DeliveryResult } from '../webhooks/delivery-repository.ts'
import { type MailAttemptPorts, mailAttempts } from './attempt-mail.ts'
import { createMails } from './mail.ts'
import type { Mail, MailAboutTickets, MailOutcome } from './mail-sender.ts'

const start = Date.UTC(2030, 4, 1, 10)
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const dates = ['2030-05-17', '2030-05-18', '2030-05-19'].map(CalendarDate) as [CalendarDate, CalendarDate, CalendarDate]
const events = [1, 2].map((n) => EventId(exampleId(8_000 + n))) as [EventId, EventId]
const purchaser = { email: Email('visitor@example.org'), phone: Phone('+1(234)-567-8910') }
const accepted = { outcome: 'accepted' } as const
const refused = {
  outcome: 'failed',
  isPermanent: true,
  isOfMessage: true,
  because: '550 The mailbox does not exist.',
} as const
const busy = { outcome: 'failed', isPermanent: false, isOfMessage: true, because: '450 Try again later.' } as const
const allMails = { page: 1, limit: 10_000 }

/**
 * A museum with two events on three dates, which sends e-mails, on a clock that a test sets. `mailServer` is what the mail server
 * says, and what happens before it says so.
 */
const open = async (but: Partial<MailAttemptPorts> = {}) => {
  const clock = { now: start }
  const mailServer: { reply: (mail: Mail) => MailOutcome; meanwhile?: (() => Promise<unknown>) | undefined } = {
    reply: () => accepted,
  }
  const told: MailAboutTickets[] = []
  const mailSender = inMemoryMailSender(async (mail) => {
    await mailServer.meanwhile?.()
    const outcome = mailServer.reply(mail)
    if (outcome.outcome === 'accepted') told.push(...aboutTickets([mail]))
    return outcome
  })
  const ports = inMemoryPorts({ now: () => Instant(clock.now) })
  const museum = { ...createMuseum(ports), ...createMails(ports) }
  for (const eventId of events)
    await ports.specialEvents.add(aSpecialEvent({ eventId, dates: EventDates([...dates]) }), anAuditEntry())
  await ports.deliveries.setMailOn(true)
  const attempts = (more: Partial<MailAttemptPorts> = {}) =>
    mailAttempts({ ...ports, mailSender, ...museum, mailRate: 600, ...but, ...more })
  const attempt = attempts()

  const claim = async (limit = 100) => (await ports.deliveries.claim('mail', limit)) as readonly ClaimedMail[]
  /** Attempts what is due once, on a server, by default the first, and stores the results. */
  const deliver = async (by = attempt): Promise<readonly DeliveryResult[]> => {
    const results = []
    for (const claimed of await claim()) results.push(await by(claimed))
    await ports.deliveries.settle(results)
    return results
  }
  /** Attempts what is due, every ten seconds, until nothing waits. */
  const deliverAll = async (by?: typeof attempt) => {
    for (let rounds = 0; (await ports.deliveries.backlog()).pending > 0; rounds += 1) {
      if (rounds > 100_000) throw new Error('deliveries wait for ever')
      await deliver(by)
      clock.now += 10 * second
    }
  }
  const buy = async (n = 0, date = dates[0], who: typeof purchaser | undefined = purchaser): Promise<Ticket> =>
    unrefused(
      await museum.buyMuseumTickets(
        anOrder({ ticketType: 'event', eventId: events[n]!, ticketDate: date, ...(who && { purchaser: who }) }),
      ),
    )
  const item = (n: number, date: CalendarDate, quantity = 1): OrderItem => ({
    ticketType: 'event',
    eventId: events[n]!,
    ticketDate: date,
    quantity: Quantity(quantity),
  })
  const general = (date: CalendarDate): OrderItem => ({
    ticketType: 'general',
    ticketDate: date,
    quantity: Quantity(1),
  })
  const order = async (...items: readonly OrderItem[]): Promise<Order> =>
    unrefused(await museum.placeOrder({ items, purchaser }))
  const removeDate = async (n: number, date: CalendarDate) => {
    const { occurrences } = unrefused(await museum.getSpecialEvent(events[n]!))
    const left = occurrences.filter((each) => each.date !== date).map((each) => each.date)
    return unrefused(await museum.updateSpecialEvent(events[n]!, { dates: EventDates(left) }, anActor))
  }
  const remove = async (n = 0) => unrefused(await museum.deleteSpecialEvent(events[n]!, anActor))
  const restore = async (n = 0) => {
    clock.now += second
    return unrefused(await museum.restoreSpecialEvent(events[n]!, anActor))
  }
  const mails = async () => (await ports.deliveries.listMails(allMails)).items
  /** What was told since the last call: the kind, and the tickets. */
  const news = () =>
    told.splice(0).map(({ kind, tickets }) => [kind as string].concat(tickets.map(({ ticket }) => ticket.ticketId)))
  const sell = async (count: number) => {
    const sold: Ticket[] = []
    for (let n = 0; n < count; n += 1) sold.push(await buy())
    await deliverAll()
    told.length = 0
    return sold.map(({ ticketId }) => ticketId)
  }
  return {
    ports,
    museum,
    clock,
    mailServer,
    mailSender,
    told,
    attempts,
    attempt,
    claim,
    deliver,
    deliverAll,
    buy,
    item,
    general,
    order,
    removeDate,
    remove,
    restore,
    mails,
    news,
    sell,
  }
}

const aboutTickets = (mails: readonly Mail[]): readonly MailAboutTickets[] => mails.filter((mail) => 'at' in mail)

/** The only result of a list. */
const only = <Item>(items: readonly Item[]): Item => {
  expect(items).toHaveLength(1)
  return items[0]!
}
const mailOf = (ticketId: TicketId, but: Partial<TicketMail> = {}): TicketMail => ({
  type: 'tickets.sold',
  at: Instant(start),
  ticketIds: [ticketId],
  ...but,
})

describe('an e-mail about tickets', () => {
  it('is one for a ticket that was sold alone, with its image, and without hours for an event', async () => {
    const { buy, deliver, mailSender, mails } = await open()
    const { ticketId } = await buy()
    expect(only(await deliver())).toMatchObject({ result: 'delivered', at: start })
    const mail = only(aboutTickets(mailSender.mails))
    const { tickets, mailId, ...rest } = mail
    expect(rest).toEqual({ kind: 'sold', at: start, to: purchaser.email, stillValid: [] })
    expect(mailId).toBe(only(await mails()).messageId)
    const { ticket, image, ...others } = only(tickets)
    expect([ticket.ticketId, ticket.state, others]).toEqual([ticketId, 'valid', {}])
    expect(await readInMemoryTicket(image!)).toMatch(/\w/)
  })

  it('has the hours of the date for general entry, and none on a day on which the museum is closed now', async () => {
    const { museum, deliver, mailSender, ports } = await open()
    for (const date of dates.slice(0, 2)) await museum.buyMuseumTickets(anOrder({ ticketDate: date }))
    const schedule = async (...period: Parameters<typeof ports.museumHours.schedule>) => {
      const hoursNow = await ports.museumHours.schedule(...period)
      return { ...hoursNow, exceptions: new Map([[dates[1], 'closed' as const]]) }
    }
    const attempt = mailAttempts({
      ...ports,
      museumHours: { ...ports.museumHours, schedule },
      mailSender,
      ...museum,
      mailRate: 600,
    })
    await deliver(attempt)
    const tickets = aboutTickets(mailSender.mails).map((mail) => only(mail.tickets))
    expect(tickets.map(({ openingHours }) => openingHours)).toEqual([hours('09:00', '18:00'), undefined])
  })

  it('is one for an order, without the tickets that were cancelled meanwhile', async () => {
    const { order, item, general, deliver, news, told, museum } = await open()
    const { orderId, tickets } = await order(item(0, dates[0], 2), item(1, dates[1]), general(dates[2]))
    const [a, b, c, d] = tickets.map(({ ticketId }) => ticketId) as [TicketId, TicketId, TicketId, TicketId]
    await museum.cancelTicket(b, undefined, anActor)
    await deliver()
    expect(told).toMatchObject([{ kind: 'sold', orderId, to: purchaser.email }])
    expect(news()).toEqual([['sold', a, c, d]])
    // The next one about the order is due then.
    await deliver()
    const mail = only(told)
    expect(mail).toMatchObject({ kind: 'cancelled', orderId, tickets: [{ ticket: { ticketId: b } }] })
    expect(mail.tickets[0]).not.toHaveProperty('image')
    expect(mail.stillValid!.map(({ ticketId }) => ticketId)).toEqual([a, c, d])
  })

  it('is one for the cancellation of an order, with the tickets that it cancelled', async () => {
    const { order, item, general, deliverAll, told, museum, news } = await open()
    const { orderId, tickets } = await order(item(0, dates[0]), general(dates[2]))
    await deliverAll()
    news()
    await museum.cancelOrder(orderId, undefined, anActor)
    await deliverAll()
    expect(only(told)).toMatchObject({ kind: 'cancelled', orderId, stillValid: [] })
    expect(news()).toEqual([['cancelled', ...tickets.map(({ ticketId }) => ticketId)]])
  })

  it('says that tickets were cancelled with their event or date, unless one of them was cancelled individually', async () => {
    const { order, item, buy, removeDate, remove, deliverAll, told, museum, ports, deliver, attempts } = await open()
    const causeOf = (ticketId: TicketId) =>
      told.findLast(({ kind, tickets }) => kind === 'cancelled' && tickets[0].ticket.ticketId === ticketId)?.cause
    const { tickets } = await order(item(0, dates[0], 2), item(0, dates[2]))
    const [byItself, ofDate, ofEvent] = tickets.map(({ ticketId }) => ticketId) as [TicketId, TicketId, TicketId]
    const { ticketId: alone } = await buy(1)
    await museum.cancelTicket(byItself, undefined, anActor)
    await deliverAll()
    await removeDate(0, dates[0])
    await deliverAll()
    await remove()
    await museum.cancelTicket(alone, undefined, anActor)
    await deliverAll()
    expect([byItself, ofDate, ofEvent, alone].map(causeOf)).toEqual([undefined, 'event', 'event', undefined])
    // One e-mail about tickets of both kinds: no purchaser was told, as far as the e-mails that are stored say.
    await ports.deliveries.addMail(
      mailOf(ofDate, { type: 'tickets.cancelled', ticketIds: [ofDate, byItself] }),
      anAuditEntry(),
      purchaser.email,
    )
    told.length = 0
    await deliver(attempts({ deliveries: { ...ports.deliveries, mailsAbout: async () => [] } }))
    expect(only(told)).toMatchObject({ tickets: [{}, {}] })
    expect(only(told)).not.toHaveProperty('cause')
  })

  it.each(['tickets.sold', 'tickets.cancelled', 'tickets.restored'] as const)(
    'of the type %s is dropped when its tickets are no longer as it says, unknown, or without an address',
    async (type) => {
      const { ports, museum, buy, deliver, deliverAll, news, mails } = await open()
      const isAboutCancelled = type === 'tickets.cancelled'
      const { ticketId } = await buy()
      const { ticketId: erased } = await buy()
      await deliverAll()
      if (!isAboutCancelled) await museum.cancelTicket(ticketId, undefined, anActor)
      if (isAboutCancelled) await museum.cancelTicket(erased, undefined, anActor)
      await deliverAll()
      await museum.erasePurchaserData(purchaser.email, anActor)
      news()
      const before = (await mails()).length
      for (const each of [ticketId, erased, TicketId(exampleId(99_999))])
        await ports.deliveries.addMail(mailOf(each, { type }), anAuditEntry(), purchaser.email)
      expect((await deliver()).map(({ result }) => result)).toEqual(['dropped', 'dropped', 'dropped'])
      expect([news(), (await mails()).length]).toEqual([[], before])
    },
  )

  it('has no image of a ticket that is cancelled while its image is drawn: it is left out', async () => {
    const { order, item, deliver, news, attempts, museum } = await open()
    const [a, b] = (await order(item(0, dates[0], 2))).tickets.map(({ ticketId }) => ticketId) as [TicketId, TicketId]
    await deliver(
      attempts({
        getTicketCode: async (ticketId, ...rest) => {
          if (ticketId === b) await museum.cancelTicket(b, undefined, anActor)
          return museum.getTicketCode(ticketId, ...rest)
        },
      }),
    )
    expect(news()).toEqual([['sold', a]])
  })

  it('goes to another address while it is stored, and the ticket keeps its own', async () => {
    const { ports, museum, buy, deliver, deliverAll, told, mails, clock, mailServer } = await open()
    const { ticketId } = await buy()
    await deliverAll()
    told.length = 0
    const other = Email('other@example.org')
    const add = () => ports.deliveries.addMail(mailOf(ticketId, { isToAnotherAddress: true }), anAuditEntry(), other)
    await add()
    mailServer.reply = () => busy
    await deliver()
    mailServer.reply = () => accepted
    clock.now += minute
    await deliver()
    expect(only(told)).toMatchObject({ to: other, tickets: [{ ticket: { purchaser } }] })
    await add()
    await museum.erasePurchaserData(other, anActor)
    expect(only(await deliver()).result).toBe('dropped')
    expect([told.length, (await mails()).length]).toEqual([1, 2])
  })
})

describe('the link in an e-mail about tickets', () => {
  it('leads to all tickets of the order, in each kind of e-mail, once visitors get links', async () => {
    const { order, item, general, deliverAll, museum, told, remove, restore } = await open()
    const { orderId, tickets } = await order(item(0, dates[0]), item(1, dates[1]), general(dates[2]))
    await deliverAll()
    expect(only(told.splice(0))).not.toHaveProperty('link')
    await museum.ensureLinkKey(anActor)
    await museum.mailOrder(orderId, undefined, anActor)
    await museum.cancelTicket(tickets[1]!.ticketId, undefined, anActor)
    await deliverAll()
    await remove()
    await deliverAll()
    await restore()
    await deliverAll()
    expect(told.map(({ kind, tickets }) => [kind, tickets.length])).toEqual([
      ['sold', 2],
      ['cancelled', 1],
      ['cancelled', 1],
      ['restored', 1],
    ])
    for (const { link } of told) {
      const linked = unrefused(await museum.getLinkedTickets(link!))
      expect(linked.tickets.map(({ ticket }) => ticket.ticketId)).toEqual(tickets.map(({ ticketId }) => ticketId))
    }
  })

  it('leads to the ticket that was sold without an order, also in an e-mail to another address', async () => {
    const { buy, deliverAll, museum, told } = await open()
    await museum.ensureLinkKey(anActor)
    const { ticketId } = await buy()
    await museum.mailTicket(ticketId, Email('other@example.org'), anActor)
    await deliverAll()
    expect(told.map(({ to }) => to)).toEqual([purchaser.email, 'other@example.org'])
    for (const { link } of told)
      expect(unrefused(await museum.getLinkedTickets(link!)).tickets).toMatchObject([{ ticket: { ticketId } }])
  })

  it('leads to the order while only the ticket of the e-mail has no address any more', async () => {
    const { order, item, general, deliverAll, museum, told, ports, clock } = await open()
    await museum.ensureLinkKey(anActor)
    const { tickets } = await order(item(0, dates[0]), general(dates[2]))
    await deliverAll()
    told.length = 0
    clock.now = Date.parse(dates[1])
    await museum.expirePurchaserData(dates[1], anActor)
    const { ticketId, purchaser: address } = (await ports.tickets.find(tickets[0]!.ticketId))!
    expect(address).toBeUndefined()
    await museum.mailTicket(ticketId, Email('other@example.org'), anActor)
    await deliverAll()
    expect(unrefused(await museum.getLinkedTickets(only(told).link!)).tickets).toHaveLength(2)
  })
})

describe('the language of an e-mail about tickets', () => {
  it('is the one of the order, if it has one', async () => {
    const { museum, general, order, deliverAll, told } = await open()
    const draft = { items: [general(dates[0])], purchaser, language: LanguageTag('fr-CH') }
    const { reservationId } = unrefused(await museum.createReservation(draft, { actor: anActor }))
    const sold = unrefused(await museum.sellReservation(reservationId, {}, anActor))
    await deliverAll()
    await museum.cancelOrder(sold.order.orderId, undefined, anActor)
    await order(general(dates[0]))
    await deliverAll()
    expect(told.map(({ kind, language }) => [kind, language])).toEqual([
      ['sold', 'fr-CH'],
      ['cancelled', 'fr-CH'],
      ['sold', undefined],
    ])
  })
})

describe('an attempt of an e-mail', () => {
  it('that fails permanently is the last one, with what the mail server said', async () => {
    const { buy, deliver, mailServer, mails } = await open()
    mailServer.reply = () => refused
    await buy()
    expect(only(await deliver())).toMatchObject({ result: 'failed', because: refused.because })
    expect(only(await mails())).toMatchObject({ state: 'failed', attempts: 1, latest: { because: refused.because } })
  })

  it('that fails for now is repeated for three days, under the same mailId, then it has failed', async () => {
    const { buy, deliver, mailServer, mailSender, mails, clock } = await open({ random: () => 0 })
    mailServer.reply = () => busy
    await buy()
    let last = start
    for (; only(await mails()).state === 'pending'; clock.now = only(await mails()).dueAt ?? clock.now) {
      last = clock.now
      await deliver()
    }
    expect(only(await mails())).toMatchObject({ state: 'failed', attempts: 10, latest: { because: busy.because } })
    expect(mailSender.mails).toHaveLength(10)
    expect(new Set(mailSender.mails.map(({ mailId }) => mailId)).size).toBe(1)
    expect(last - start).toBeGreaterThan(3 * day)
    expect(last - start).toBeLessThan(4 * day)
  })

  it('is made after the pause of deliveries, spread by chance', async () => {
    const { buy, deliver, mailServer } = await open({ random: () => 1 })
    mailServer.reply = () => busy
    await buy()
    expect(only(await deliver())).toMatchObject({ result: 'retried', seconds: 6 })
  })

  it('sends nothing when the images took so long that its claim may expire, and is repeated', async () => {
    const { order, item, deliver, deliverAll, attempts, clock, museum, mailSender, mails } = await open()
    await order(item(0, dates[0], 3))
    const getTicketCode: typeof museum.getTicketCode = (...ticket) => {
      clock.now += 5 * second
      return museum.getTicketCode(...ticket)
    }
    expect(only(await deliver(attempts({ getTicketCode })))).toMatchObject({
      result: 'retried',
      because: 'The tickets were not read and drawn within 12 seconds.',
    })
    expect([mailSender.mails.length, only(await mails()).state]).toEqual([0, 'pending'])
    await deliverAll()
    expect(only(aboutTickets(mailSender.mails)).tickets).toHaveLength(3)
  })

  it.each([
    ['getTicketCode', 'font of visitor@example.org is missing'],
    ['send', 'x'.repeat(600)],
  ])('with a defect in %s has failed for now, with a short sentence without an address', async (where, message) => {
    const { buy, deliver, attempts, mails } = await open()
    const fail = async () => {
      throw new TypeError(message)
    }
    await buy()
    const attempt = attempts(
      where === 'send' ? { mailSender: { ...inMemoryMailSender(), send: fail } } : { getTicketCode: fail },
    )
    expect(only(await deliver(attempt))).toMatchObject({ result: 'retried', seconds: 5 })
    const { state, attempts: made, latest } = only(await mails())
    expect([state, made]).toEqual(['pending', 1])
    expect(latest!.because).toBe(
      where === 'send'
        ? `The message could not be made: ${'x'.repeat(469)}`
        : 'The message could not be made: font of <address> is missing',
    )
  })

  it('has a reason of at most 500 characters, whatever the mail server says', async () => {
    const { buy, deliver, mailServer } = await open()
    mailServer.reply = () => ({ ...refused, because: `550 <visitor@example.org> ${'no '.repeat(500)}` })
    await buy()
    const { because } = only(await deliver()) as { because: string }
    expect([because.length, because.slice(0, 16)]).toEqual([500, '550 <address> no'])
  })

  it('of a step with a defect has failed for now as well', async () => {
    const { sell, remove, deliver, attempts, ports } = await open()
    await sell(1)
    await remove()
    const ofEvent = async () => {
      throw new TypeError('a defect')
    }
    const results = await deliver(attempts({ tickets: { ...ports.tickets, ofEvent } }))
    expect(only(results)).toMatchObject({ result: 'retried', because: 'The message could not be made: a defect' })
  })

  it('throws while the database is unavailable, and leaves the e-mail as it is', async () => {
    const { buy, remove, claim, attempts, ports } = await open()
    const find = async () => {
      throw new Unavailable('no database')
    }
    await buy()
    const attempt = attempts({ tickets: { ...ports.tickets, find, ofEvent: find } })
    await expect(attempt(only(await claim()))).rejects.toThrow(Unavailable)
    await remove()
    await expect(attempt(only(await claim()))).rejects.toThrow(Unavailable)
  })
})

describe('the e-mails about an event that was deleted, or of which a date was removed', () => {
  it('tell each owner once, with one e-mail for all tickets of an order of that event', async () => {
    const { order, item, general, buy, deliver, deliverAll, news, remove, told, museum } = await open()
    const alone = [await buy(0, dates[1]), await buy(1)] as const
    await buy(0, dates[0], undefined)
    const anonymous = unrefused(await museum.placeOrder({ items: [item(0, dates[0])] }))
    const { tickets, orderId } = await order(
      item(0, dates[0], 2),
      item(1, dates[1]),
      item(0, dates[2]),
      general(dates[0]),
    )
    const [a, b, ofOther, c, entry] = tickets.map(({ ticketId }) => ticketId)
    await deliverAll()
    news()
    await remove()
    expect(only(await deliver())).toMatchObject({ mails: [{}, {}, {}] })
    await deliverAll()
    expect(told.find((mail) => mail.orderId === orderId)!.stillValid!.map(({ ticketId }) => ticketId)).toEqual([
      ofOther,
      entry,
    ])
    expect(told.some((mail) => mail.orderId === anonymous.orderId)).toBe(false)
    const all = news()
    expect(all).toHaveLength(3)
    expect(all).toContainEqual(['cancelled', a, b, c])
    expect(all).toContainEqual(['cancelled', alone[0].ticketId])
    await remove(1)
    await deliverAll()
    expect(news().toSorted()).toEqual(
      [
        ['cancelled', alone[1].ticketId],
        ['cancelled', ofOther],
      ].toSorted(),
    )
  })

  it('are about the tickets of the removed date alone, and not again about it after a later change', async () => {
    const { buy, sell, removeDate, deliverAll, news, ports, clock, attempts } = await open()
    const [a] = await sell(1)
    const { ticketId: b } = await buy(0, dates[1])
    await deliverAll()
    news()
    await removeDate(0, dates[0])
    await deliverAll()
    expect(news()).toEqual([['cancelled', a]])
    // Also where the e-mails of that time are no longer known.
    const unknown = attempts({ deliveries: { ...ports.deliveries, mailsAbout: async () => [] } })
    clock.now += hour
    await removeDate(0, dates[1])
    await deliverAll(unknown)
    expect(news()).toEqual([['cancelled', b]])
  })

  it('are not sent for a date that has passed, but for the other removed dates', async () => {
    const { buy, removeDate, remove, restore, deliverAll, news, clock } = await open()
    const [, today, later] = [await buy(), await buy(0, dates[1]), await buy(0, dates[2])]
    await deliverAll()
    news()
    clock.now = Date.parse(`${dates[1]}T23:00:00Z`)
    await removeDate(0, dates[0])
    await deliverAll()
    expect(news()).toEqual([])
    await remove()
    await deliverAll()
    const told = [today.ticketId, later.ticketId]
    expect(news()).toEqual(told.map((ticketId) => ['cancelled', ticketId]))
    clock.now += 2 * hour
    await restore()
    await deliverAll()
    expect(news()).toEqual([['restored', later.ticketId]])
  })

  it('are one for each event where tickets of an order are for several that were deleted', async () => {
    const { order, item, deliverAll, news, remove } = await open()
    const [a, b] = (await order(item(0, dates[0]), item(1, dates[0]))).tickets.map(({ ticketId }) => ticketId)
    await deliverAll()
    news()
    await remove(0)
    await remove(1)
    await deliverAll()
    expect(news()).toEqual([
      ['cancelled', a],
      ['cancelled', b],
    ])
  })

  it('are not sent for a ticket that was cancelled individually while e-mails were off', async () => {
    const { sell, museum, ports, remove, deliverAll, news } = await open()
    const [a, b] = (await sell(2)) as [TicketId, TicketId]
    await ports.deliveries.setMailOn(false)
    await museum.cancelTicket(a, undefined, anActor)
    await ports.deliveries.setMailOn(true)
    await remove()
    await deliverAll()
    expect(news()).toEqual([['cancelled', b]])
  })

  it('are not sent again for a ticket that was cancelled individually', async () => {
    const { order, item, sell, museum, remove, deliverAll, news } = await open()
    const [a, b] = (await sell(2)) as [TicketId, TicketId]
    const { tickets } = await order(item(0, dates[0], 2))
    const [c, d] = tickets.map(({ ticketId }) => ticketId) as [TicketId, TicketId]
    await museum.cancelTicket(a, undefined, anActor)
    await museum.cancelTicket(c, undefined, anActor)
    await deliverAll()
    news()
    await remove()
    await deliverAll()
    expect(news()).toEqual([
      ['cancelled', b],
      ['cancelled', d],
    ])
  })

  it('are recorded in steps at the configured rate; another server continues from the stored position', async () => {
    const { sell, remove, deliver, news, clock, attempts, ports, deliverAll } = await open()
    const sold = await sell(25)
    await remove()
    const servers = [attempts(), attempts()] as const
    const counts: number[] = []
    const began = clock.now
    for (let n = 0; n < 40; n += 1) {
      await deliver(servers[n % 2])
      counts.push(news().length)
      clock.now += second
    }
    // Ten a step: each step is recorded in one second and sent in the next one, and the step after it waits for that.
    const sentAt = counts.flatMap((count, n) => (count > 0 ? [[n, count]] : []))
    expect(sentAt).toEqual([
      [1, 10],
      [3, 10],
      [5, 5],
    ])
    expect((await ports.deliveries.backlog()).pending).toBe(0)
    expect(clock.now - began).toBe(40 * second)
    const all = (await ports.deliveries.mailsAbout(sold.map((ticketId) => ({ ticketId })))).map(({ mail }) => mail)
    expect(all.map(({ ticketIds }) => only(ticketIds))).toEqual(sold)
    await deliverAll()
  })

  it.each([
    [1, 1, 60],
    [7, 1, 9],
    [90, 2, 2],
    [600, 10, 1],
    [6_000, 100, 1],
  ])(
    'are at most so many as the rate %i a minute: %i in a step, and %i s until the next',
    async (mailRate, most, seconds) => {
      const { sell, remove, deliver } = await open({ mailRate })
      await sell(120)
      await remove()
      const result = only(await deliver()) as Extract<DeliveryResult, { result: 'continued' }>
      expect([result.mails?.length, result.seconds]).toEqual([most, seconds])
    },
  )

  it('begin with the tickets after the stored position', async () => {
    const { sell, remove, claim, attempt, ports, deliver, news, deliverAll } = await open({ mailRate: 120 })
    const [a, b, c, d] = await sell(4)
    await remove()
    const step = only(await claim())
    const result = await attempt(step)
    expect(result).toMatchObject({
      message: { position: { ticketDate: dates[0], ticketId: b } },
      mails: [{ ticketIds: [a] }, { ticketIds: [b] }],
    })
    await ports.deliveries.settle([result])
    await deliver()
    expect(news()).toEqual([
      ['cancelled', a],
      ['cancelled', b],
    ])
    await deliverAll()
    expect(news()).toEqual([
      ['cancelled', c],
      ['cancelled', d],
    ])
  })

  it('read at most 500 tickets in a step, also if none needs an e-mail', async () => {
    const { sell, remove, restore, claim, attempt } = await open()
    const sold = await sell(501)
    await remove()
    await restore()
    const step = only(await claim())
    expect(await attempt(step)).toMatchObject({
      result: 'continued',
      message: { position: { ticketId: sold[499] } },
      mails: [],
      seconds: 0,
    })
  })

  it.each(['cancelled', 'restored'])(
    'wait while the mail server accepts nothing of the step before: %s',
    async (kind) => {
      const { sell, remove, restore, deliver, deliverAll, mails, mailServer, clock, news } = await open()
      await sell(25)
      const before = (await mails()).length
      await remove()
      let expected = before
      if (kind === 'restored') {
        await deliverAll()
        await restore()
        expected += 25
      }
      news()
      mailServer.reply = () => busy
      const recordedIn = async (milliseconds: number) => {
        for (const until = clock.now + milliseconds; clock.now < until; clock.now += 10 * second) await deliver()
        return (await mails()).length - expected
      }
      expect(await recordedIn(29 * minute)).toBe(10)
      expect(await recordedIn(3 * minute)).toBe(20)
      expect(await recordedIn(25 * minute)).toBe(20)
      mailServer.reply = () => accepted
      await deliverAll()
      expect(news().map(([told]) => told)).toEqual(Array.from({ length: 25 }, () => kind))
    },
  )

  it('go on when all e-mails of the step before were dropped', async () => {
    const { sell, remove, deliver, deliverAll, news, clock, ports } = await open({ mailRate: 60 })
    const [a, b] = await sell(2)
    await remove()
    await deliver()
    // The data of the first purchaser are erased.
    const { purchaser: _, ...erased } = (await ports.tickets.find(a!))!
    const find = ports.tickets.find
    Object.assign(ports.tickets, {
      find: async (ticketId: TicketId) => (ticketId === a ? erased : find(ticketId)),
    })
    const began = clock.now
    await deliverAll()
    expect(news()).toEqual([['cancelled', b]])
    expect(clock.now - began).toBeLessThan(minute)
  })

  it('are neither recorded nor sent while e-mails are off, and go on where they stopped', async () => {
    const { sell, remove, deliver, deliverAll, ports, news, clock } = await open()
    await sell(25)
    await remove()
    await deliver()
    await ports.deliveries.setMailOn(false)
    for (let n = 0; n < 20; n += 1) {
      expect(await deliver()).toEqual([])
      clock.now += minute
    }
    await ports.deliveries.setMailOn(true)
    await deliverAll()
    expect(new Set(news().map(([, ticketId]) => ticketId)).size).toBe(25)
  })
})

describe('the e-mails about tickets whose event was deleted before the one about their sale was sent', () => {
  it('say that it does not take place, and after a restoration that it does', async () => {
    const { buy, remove, restore, deliverAll, news, told } = await open()
    const { ticketId } = await buy()
    await remove()
    await deliverAll()
    expect(told).toMatchObject([{ kind: 'cancelled', cause: 'event' }])
    expect(news()).toEqual([['cancelled', ticketId]])
    await restore()
    await deliverAll()
    expect(news()).toEqual([['restored', ticketId]])
  })

  it('say that they were sold when the event is restored before', async () => {
    const { buy, remove, restore, deliver, deliverAll, news } = await open()
    const sold = [await buy(), await buy()]
    await remove()
    await deliver()
    await restore()
    await deliverAll()
    expect(news().toSorted()).toEqual(sold.map(({ ticketId }) => ['sold', ticketId]).toSorted())
  })

  it('say of the other tickets of their order that they were sold', async () => {
    const { order, item, general, remove, deliverAll, news } = await open()
    const { tickets } = await order(item(0, dates[0]), general(dates[0]))
    await remove()
    await deliverAll()
    const [ofEvent, ofGeneralEntry] = tickets.map(({ ticketId }) => ticketId)
    expect(news()).toEqual([
      ['sold', ofGeneralEntry],
      ['cancelled', ofEvent],
    ])
  })

  it('are not sent for a date that has passed, a ticket that was cancelled individually or another address', async () => {
    const { buy, remove, museum, ports, clock, deliverAll, told } = await open()
    const alone = await buy()
    await museum.cancelTicket(alone.ticketId, undefined, anActor)
    await deliverAll()
    expect(told.map(({ kind }) => kind)).toEqual(['cancelled'])
    const { ticketId } = await buy()
    await remove()
    const at = Instant(clock.now)
    clock.now = Date.parse(dates.at(-1)!) + 2 * 86_400_000
    await deliverAll()
    await ports.deliveries.addMail(
      { type: 'tickets.sold', at, ticketIds: [ticketId], isToAnotherAddress: true },
      anAuditEntry(),
      Email('other@example.org'),
    )
    await deliverAll()
    expect(told).toHaveLength(1)
  })
})

describe('the e-mails about an event that was restored', () => {
  it('go only to purchasers who were told of the deletion; pending e-mails about it are dropped', async () => {
    const { sell, remove, restore, deliver, deliverAll, news } = await open()
    const sold = await sell(25)
    await remove()
    await deliver()
    await deliver()
    expect(news()).toEqual(sold.slice(0, 10).map((ticketId) => ['cancelled', ticketId]))
    await restore()
    await deliverAll()
    expect(news()).toEqual(sold.slice(0, 10).map((ticketId) => ['restored', ticketId]))
  })

  it('are followed by others when it is deleted again', async () => {
    const { sell, remove, restore, deliverAll, news, clock } = await open()
    const [a, b] = await sell(2)
    for (const [change, kind] of [
      [remove, 'cancelled'],
      [restore, 'restored'],
      [remove, 'cancelled'],
      [restore, 'restored'],
    ] as const) {
      clock.now += second
      await change()
      await deliverAll()
      expect(news()).toEqual([
        [kind, a],
        [kind, b],
      ])
    }
  })

  it('are not sent if it was deleted and restored, or restored and deleted, before a purchaser was told', async () => {
    const { sell, remove, restore, deliverAll, news, clock } = await open()
    const [a] = await sell(1)
    await remove()
    await restore()
    await deliverAll()
    expect(news()).toEqual([])
    clock.now += second
    await remove()
    await deliverAll()
    await restore()
    clock.now += second
    await remove()
    await deliverAll()
    expect(news()).toEqual([['cancelled', a]])
  })

  it('follow an e-mail that was being sent when it was restored, or deleted again', async () => {
    const { sell, remove, restore, deliver, deliverAll, news, clock, mailServer, attempts } = await open()
    const [a] = await sell(1)
    const other = attempts()
    /** Makes the change while the next e-mail is being sent, and has another server look at the event meanwhile. */
    const changeMeanwhile = (change: () => Promise<unknown>) => {
      mailServer.meanwhile = async () => {
        mailServer.meanwhile = undefined
        clock.now += second
        await change()
        // The work on the change before ends first.
        for (let n = 0; n < 3; n += 1) {
          clock.now += 5 * second
          await deliver(other)
        }
      }
    }
    await remove()
    changeMeanwhile(restore)
    await deliverAll()
    expect(news()).toEqual([
      ['cancelled', a],
      ['restored', a],
    ])
    clock.now += second
    await remove()
    await deliverAll()
    changeMeanwhile(remove)
    await restore()
    await deliverAll()
    expect(news()).toEqual([
      ['cancelled', a],
      ['restored', a],
      ['cancelled', a],
    ])
  })

  it('are followed by an e-mail about a second deletion, also when an outdated e-mail about the first is dropped', async () => {
    const { sell, remove, restore, claim, attempt, deliver, deliverAll, ports, clock, news } = await open()
    const [a] = await sell(1)
    await remove()
    await deliver()
    const mail = only(await claim())
    await restore()
    const outOfDate = await attempt(mail)
    expect(outOfDate).toMatchObject({ result: 'dropped' })
    clock.now += second
    await remove()
    for (let n = 0; n < 3; n += 1) {
      clock.now += 5 * second
      await deliver()
    }
    await ports.deliveries.settle([outOfDate])
    await deliverAll()
    expect(news()).toEqual([['cancelled', a]])
  })

  it('do not go to purchasers whose e-mail about the deletion failed', async () => {
    const { sell, remove, restore, deliverAll, news, mailServer, mails } = await open()
    await sell(1)
    mailServer.reply = () => refused
    await remove()
    await deliverAll()
    mailServer.reply = () => accepted
    await restore()
    await deliverAll()
    expect(news()).toEqual([])
    expect((await mails()).map(({ state }) => state)).toEqual(['failed', 'delivered'])
  })

  it('do not go to purchasers whose date was removed or whose ticket was cancelled individually', async () => {
    const { buy, sell, museum, removeDate, remove, restore, deliverAll, news } = await open()
    const [a, b] = (await sell(2)) as [TicketId, TicketId]
    await buy(0, dates[1])
    await deliverAll()
    await removeDate(0, dates[1])
    await deliverAll()
    await remove()
    await deliverAll()
    news()
    await museum.cancelTicket(a, undefined, anActor)
    await restore()
    await museum.cancelTicket(a, undefined, anActor)
    await deliverAll()
    expect(news()).toEqual([['restored', b]])
  })
})

describe('the e-mails of a museum', () => {
  const index = fc.nat({ max: 2 })
  const change = fc.oneof(
    fc.record({ do: fc.constant('sell' as const), event: fc.nat({ max: 1 }), date: index, address: fc.boolean() }),
    fc.record({
      do: fc.constant('order' as const),
      items: fc.array(fc.record({ event: index, date: index }), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ do: fc.constant('cancel' as const), ticket: fc.nat() }),
    fc.record({ do: fc.constant('cancel order' as const), order: fc.nat() }),
    fc.record({ do: fc.constant('remove date' as const), event: fc.nat({ max: 1 }), date: index }),
    fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const), event: fc.nat({ max: 1 }) }),
  )
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never
  const step = fc.oneof(
    { weight: 4, arbitrary: change },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('deliver' as const),
        rounds: fc.integer({ min: 1, max: 4 }),
        meanwhile: fc.array(change, { maxLength: 2 }),
        isBusy: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(0.01, 1, 8 * 24, 24) }),
    },
  )

  it('tell each purchaser the final state of the ticket, and nothing twice in a row', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(6, 60),
        async (steps, mailRate) => {
          const opened = await open({ mailRate })
          const { museum, clock, mailServer, buy, order, item, general, deliver, deliverAll, told, ports } = opened
          const sold: TicketId[] = []
          const orders: Order[] = []
          const make = async (made: Change) => {
            clock.now += second
            // The museum refuses some of them: a date that is no longer there, for example.
            if (made.do === 'sell') {
              const ticket = await buy(made.event, dates[made.date]!, made.address ? purchaser : undefined).catch(
                () => undefined,
              )
              if (ticket !== undefined) sold.push(ticket.ticketId)
            } else if (made.do === 'order') {
              const items = made.items.map(({ event, date }) =>
                event === 2 ? general(dates[date]!) : item(event, dates[date]!),
              )
              const placed = await order(...items).catch(() => undefined)
              if (placed === undefined) return
              orders.push(placed)
              sold.push(...placed.tickets.map(({ ticketId }) => ticketId))
            } else if (made.do === 'cancel' && sold.length > 0)
              await museum.cancelTicket(sold[made.ticket % sold.length]!, undefined, anActor)
            else if (made.do === 'cancel order' && orders.length > 0)
              await museum.cancelOrder(orders[made.order % orders.length]!.orderId, undefined, anActor)
            else if (made.do === 'remove date')
              await opened.removeDate(made.event, dates[made.date]!).catch(() => undefined)
            else if (made.do === 'delete') await museum.deleteSpecialEvent(events[made.event]!, anActor)
            else if (made.do === 'restore') await museum.restoreSpecialEvent(events[made.event]!, anActor)
          }
          for (const each of steps) {
            if (each.do === 'wait') clock.now += each.hours * hour
            else if (each.do !== 'deliver') await make(each)
            else {
              mailServer.reply = () => (each.isBusy ? busy : accepted)
              const meanwhile = [...each.meanwhile]
              mailServer.meanwhile = async () => {
                const next = meanwhile.shift()
                if (next === undefined) return
                await make(next)
                await deliver(opened.attempts({ mailRate }))
              }
              for (let n = 0; n < each.rounds; n += 1) {
                await deliver()
                clock.now += 5 * second
              }
              mailServer.meanwhile = undefined
            }
          }
          mailServer.reply = () => accepted
          await deliverAll()
          for (const ticketId of sold) {
            const ticket = (await ports.tickets.find(ticketId))!
            const kinds = told
              .filter(({ tickets }) => tickets.some((each) => each.ticket.ticketId === ticketId))
              .map(({ kind }) => kind)
            expect(kinds.every((kind, n) => kind !== kinds[n - 1])).toBe(true)
            expect(kinds.indexOf('sold')).toBeLessThanOrEqual(0)
            if (ticket.purchaser === undefined) expect(kinds).toEqual([])
            else if (ticket.ticketDate >= ports.today())
              expect([undefined, 'sold', 'restored'].includes(kinds.at(-1))).toBe(ticket.state === 'valid')
          }
        },
      ),
      { numRuns: 300 },
    )
  }, 120_000)
})

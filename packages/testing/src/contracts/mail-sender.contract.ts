import type { Mail, MailSender, MailedTicket } from '@museum/application'
import { Email, Instant, OrderId, TicketId, TimeOfDay } from '@museum/domain'
import { aGeneralTicket, anAdmissionCode, anEventTicket, exampleId, hours } from '../examples/index.ts'
import { inMemoryTicketRenderer } from '../in-memory/in-memory-ticket-renderer.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** Opens a sender, and a mail server that it sends to. Each test calls it once. */
export type OpenMailSender = () => Promise<
  Readonly<{
    mailSender: MailSender
    /** Has the mail server reply with this code when it is told the recipient of an e-mail: 250, 450 or 550. */
    answer: (code: 250 | 450 | 550) => unknown
    /** The e-mails that the mail server has accepted. */
    accepted: () => readonly Pick<Mail, 'mailId' | 'to'>[]
    /** Ends them after a test. */
    close?: () => Promise<unknown>
  }>
>

/** The tests that every `MailSender` must pass. How an e-mail reads is no part of them. */
export const mailSenderContract: Contract<OpenMailSender> = ({ describe, it }, adapter, open) =>
  describe(`sending e-mails in ${adapter}`, () => {
    const itWithSender = (name: string, test: (opened: Awaited<ReturnType<OpenMailSender>>) => Promise<void>) =>
      it(name, async () => {
        const opened = await open()
        try {
          await test(opened)
        } finally {
          await opened.mailSender.close()
          await opened.close?.()
        }
      })
    const to = Email('visitor@example.org')
    const orderId = OrderId(exampleId(900))
    const tickets = async (): Promise<[MailedTicket, ...MailedTicket[]]> => {
      const [event, general] = [
        anEventTicket({ orderId }),
        aGeneralTicket({ orderId, ticketId: TicketId(exampleId(2)) }),
      ]
      const image = (ticket: typeof event | typeof general) =>
        inMemoryTicketRenderer().render(ticket, anAdmissionCode(ticket), { museumName: 'Museum', language: 'en' })
      return [
        { ticket: event, image: await image(event) },
        { ticket: general, image: await image(general), openingHours: hours('09:00', '18:00') },
      ]
    }
    const at = Instant(Date.UTC(2030, 4, 1, 10))

    itWithSender('sends e-mails of each kind, each to its address', async (opened) => {
      const [event, general] = await tickets()
      const mails: readonly Mail[] = [
        { mailId: exampleId(1), kind: 'sold', at, to, tickets: [event, general!], orderId },
        {
          mailId: exampleId(2),
          kind: 'cancelled',
          at,
          to: Email('other@example.org'),
          tickets: [{ ticket: { ...event.ticket, state: 'cancelled' } }],
          orderId,
          stillValid: [general!.ticket],
        },
        { mailId: exampleId(3), kind: 'restored', at, to, tickets: [event] },
        {
          mailId: exampleId(4),
          kind: 'payment-returned',
          to,
          because: 'expired',
          amount: 1_200,
          currency: 'EUR',
          visits: [{ ticketDate: event.ticket.ticketDate }],
        },
        {
          mailId: exampleId(5),
          kind: 'reservation',
          to,
          visits: [{ ticketDate: event.ticket.ticketDate, places: 28 }],
          total: 33_600,
          currency: 'EUR',
          until: { ticketDate: event.ticket.ticketDate, entryTime: TimeOfDay('18:00') },
          link: 'A'.repeat(44),
        },
        {
          mailId: exampleId(6),
          kind: 'links',
          to,
          linked: [{ link: 'A'.repeat(44), visits: [{ ticketDate: event.ticket.ticketDate }] }],
        },
        {
          mailId: exampleId(7),
          kind: 'cancellation-requested',
          to,
          tickets: [event.ticket],
          orderId,
          back: { online: 1_990, atMuseum: 0 },
          link: 'A'.repeat(60),
          until: Instant(at + 3_600_000),
        },
      ]
      for (const mail of mails) expect(await opened.mailSender.send(mail)).toEqual({ outcome: 'accepted' })
      expect(opened.accepted().map(({ mailId, to }) => ({ mailId, to }))).toEqual(
        mails.map(({ mailId, to }) => ({ mailId, to })),
      )
    })

    itWithSender(
      'says why an e-mail was not accepted, without its address, and whether that may change',
      async (opened) => {
        const mail: Mail = { mailId: exampleId(1), kind: 'sold', at, to, tickets: await tickets() }
        for (const [code, isPermanent] of [
          [450, false],
          [550, true],
        ] as const) {
          opened.answer(code)
          const { because, ...rest } = (await opened.mailSender.send(mail)) as Record<string, unknown>
          expect(rest).toEqual({ outcome: 'failed', isPermanent, isOfMessage: true })
          expect(because).toMatch(/\w/)
          expect(String(because).includes('example.org')).toBe(false)
        }
        expect(opened.accepted()).toEqual([])
        opened.answer(250)
        expect(await opened.mailSender.send(mail)).toEqual({ outcome: 'accepted' })
        expect(opened.accepted().map(({ mailId }) => mailId)).toEqual([exampleId(1)])
      },
    )
  })

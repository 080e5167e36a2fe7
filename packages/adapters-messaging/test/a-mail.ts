import type {
  MailAboutCancellation,
  MailAboutPayment,
  MailAboutReservation,
  MailAboutTickets,
  MailWithLinks,
  MailedTicket,
} from '@museum/application'
import { CalendarDate, Email, Instant, OrderId, type Ticket, TicketId, TimeOfDay } from '@museum/domain'
import { aGeneralTicket, anAdmissionCode, anEventTicket, exampleId, hours } from '@museum/testing/examples'
import { decode } from 'fast-png'
import jsQR from 'jsqr'
import { toBuffer } from 'qrcode'

/** A ticket with an image: its QR code, without the rest of a ticket image. */
export const withImage = async (ticket: Ticket): Promise<MailedTicket> => ({
  ticket,
  image: await toBuffer(anAdmissionCode(ticket), { scale: 4 }),
  ...(ticket.ticketType === 'general' && { openingHours: hours('09:00', '18:00') }),
})

/** An e-mail about one event ticket; say what should differ. */
export const aMail = async (but: Partial<MailAboutTickets> = {}): Promise<MailAboutTickets> => ({
  mailId: '01940000-0000-7000-8000-00000000abcd',
  kind: 'sold',
  at: Instant(Date.UTC(2030, 3, 1, 12)),
  to: Email('visitor@example.org'),
  tickets: [await withImage(anEventTicket())],
  ...but,
})

/** An e-mail about an order of three tickets: two for one night of an event, and one for general entry on another day. */
export const aMailOfAnOrder = async (but: Partial<MailAboutTickets> = {}): Promise<MailAboutTickets> =>
  aMail({
    orderId: OrderId(exampleId(900)),
    tickets: [
      await withImage(anEventTicket({ ticketId: TicketId(exampleId(901)) })),
      await withImage(anEventTicket({ ticketId: TicketId(exampleId(902)) })),
      await withImage(aGeneralTicket({ ticketId: TicketId(exampleId(903)) })),
    ],
    ...but,
  })

/** An e-mail about a payment that came too late, for one night of an event. */
export const aMailAboutPayment = (but: Partial<MailAboutPayment> = {}): MailAboutPayment => ({
  mailId: '01940000-0000-7000-8000-00000000abce',
  kind: 'payment-returned',
  to: Email('visitor@example.org'),
  because: 'expired',
  amount: 3_980,
  currency: 'EUR',
  visits: [
    {
      ticketDate: CalendarDate('2030-05-17'),
      entryTime: TimeOfDay('11:30'),
      event: { name: 'Night at the Museum', location: 'Main Hall' },
    },
  ],
  ...but,
})

/** An e-mail about the reservation of a school: places of an event and of general entry. */
export const aMailAboutReservation = (but: Partial<MailAboutReservation> = {}): MailAboutReservation => ({
  mailId: '01940000-0000-7000-8000-00000000abcf',
  kind: 'reservation',
  to: Email('teacher@example.org'),
  visits: [
    {
      ticketDate: CalendarDate('2030-05-17'),
      entryTime: TimeOfDay('11:30'),
      event: { name: 'Night at the Museum', location: 'Main Hall' },
      places: 28,
    },
    { ticketDate: CalendarDate('2030-05-18'), places: 1 },
  ],
  total: 27_860,
  currency: 'EUR',
  until: { ticketDate: CalendarDate('2030-05-10'), entryTime: TimeOfDay('18:00') },
  link: 'MgGT0AAAcACAAAAAAACrzQAAAAAAAAAAAAAAAAAAAAAA',
  ...but,
})

/** An e-mail with the links to an order of two visits, and to a ticket that was sold alone. */
export const aMailWithLinks = (but: Partial<MailWithLinks> = {}): MailWithLinks => ({
  mailId: '01940000-0000-7000-8000-00000000abd0',
  kind: 'links',
  to: Email('visitor@example.org'),
  linked: [
    {
      link: 'EQGT0AAAcACAAAAAAACrzQAAAAAAAAAAAAAAAAAAAAAA',
      visits: [
        { ticketDate: CalendarDate('2030-05-17'), event: { name: 'Night at the Museum', location: 'Main Hall' } },
        { ticketDate: CalendarDate('2030-05-18'), entryTime: TimeOfDay('11:30') },
      ],
    },
    { link: 'IQGT0AAAcACAAAAAAACrzQAAAAAAAAAAAAAAAAAAAAAB', visits: [{ ticketDate: CalendarDate('2030-05-19') }] },
  ],
  ...but,
})

/** An e-mail with the link that cancels a ticket for an event and one for general entry. */
export const aMailAboutCancellation = (but: Partial<MailAboutCancellation> = {}): MailAboutCancellation => ({
  mailId: '01940000-0000-7000-8000-00000000abcf',
  kind: 'cancellation-requested',
  to: Email('visitor@example.org'),
  tickets: [anEventTicket(), aGeneralTicket({ ticketId: TicketId(exampleId(903)) })],
  orderId: OrderId(exampleId(900)),
  back: { online: 1_990, atMuseum: 0 },
  link: `FA${'-_Az09'.repeat(9)}-_Az`,
  until: Instant(Date.UTC(2030, 3, 1, 13)),
  ...but,
})

// The types describe an ES module; Node loads the CommonJS one, whose export is the function.
const scan = jsQR as unknown as typeof jsQR.default

/** Reads the QR code of a PNG in RGB, with or without transparency. */
export const readCode = (png: Uint8Array): string | undefined => {
  const { data, width, height, channels } = decode(png)
  const rgba = Uint8ClampedArray.from({ length: 4 * width * height }, (_, index) => {
    const [pixel, channel] = [Math.floor(index / 4), index % 4]
    return channel < channels ? data[channels * pixel + channel]! : 255
  })
  return scan(rgba, width, height)?.data
}

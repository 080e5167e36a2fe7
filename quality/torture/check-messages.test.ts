import { describe, expect, it } from '@jest/globals'
import { type Change, type StoredMessages, checkMessages } from './check-messages.ts'
import {
  type AcceptedMail,
  type Arrival,
  type EndedDelivery,
  type MessageHistory,
  emptyMessageHistory,
} from './message-history.ts'
import { emptyOrderHistory } from './order-history.ts'

const [ticketId, eventId, webhookId] = ['the ticket', 'the event', 'the webhook'] as const
const email = 'visitor@example.org'
const code = 'ticket-event-abcdef-ghjkm'
const ticket = { ticketId, eventId, email, confirmationCode: code, isCancelled: false }
type Ticket = StoredMessages['tickets'][number]

const change = (type: string, at: number, subjectId: string = ticketId): Change => ({ type, subjectId, at })
const sold = change('ticket.sold', 100)
const cancelled = change('ticket.cancelled', 200)
const deleted = change('special-event.deleted', 300, eventId)
const restored = change('special-event.restored', 400, eventId)

/** The arrival of a message about a change, by default the only one and under an id of its own. */
const arrival = ({ type, subjectId, at }: Change, but: Partial<Arrival> = {}): Arrival => ({
  path: 'all',
  messageId: `${type} ${at}`,
  type,
  subjectId,
  changedAt: at,
  isSigned: true,
  age: 10,
  receivedAt: at + 1_000,
  takenAt: at + 1_001,
  ...but,
})
const mail = (kind: AcceptedMail['kind'], acceptedAt: number, but: Partial<AcceptedMail> = {}): AcceptedMail => ({
  messageId: `mail ${kind} ${acceptedAt}`,
  to: email,
  kind,
  codes: [code],
  acceptedAt,
  ...but,
})
const delivery = (of: Arrival, but: Partial<StoredMessages['deliveries'][number]> = {}) => ({
  deliveryId: 1,
  receiver: webhookId,
  messageId: of.messageId,
  state: 'delivered',
  attempts: 1,
  status: 204,
  because: null,
  isPending: false,
  isClaimed: false,
  ...but,
})

/** What was recorded, with one webhook for everything, and what is stored: by default a ticket of which all were told. */
const aRun = ({
  changes = [sold],
  arrivals = changes.map((each) => arrival(each)),
  mails = [mail('sold', 1_000)],
  tickets = [ticket],
  deliveries = [],
  recipients = 0,
  ...recorded
}: Partial<{ changes: Change[]; tickets: Ticket[]; deliveries: StoredMessages['deliveries']; recipients: number }> &
  Partial<Pick<MessageHistory, 'arrivals' | 'mails' | 'anotherMails' | 'ended' | 'failures' | 'webhooks'>> = {}) =>
  checkMessages(
    {
      ...emptyMessageHistory(
        emptyOrderHistory({ prices: { event: 1, general: 1, percentages: {} }, generalCapacity: 1 }),
      ),
      webhooks: [
        {
          webhookId,
          path: 'all',
          types: ['ticket.sold', 'ticket.cancelled', 'special-event.deleted', 'special-event.restored'],
          secret: '',
          publicKey: '',
        },
      ],
      arrivals,
      mails,
      ...recorded,
    },
    { changes, tickets, deliveries, recipients },
  )
const faultsOf = (...[run]: Parameters<typeof aRun>) => aRun(run).violations.map(({ fault }) => fault)

describe('the messages to a receiver', () => {
  it('have no violation when each change arrived, in its order, in one attempt or several', () => {
    const changes = [sold, cancelled, deleted, restored]
    const { takenAt: _, ...refused } = arrival(sold)
    const arrivals = [refused, arrival(deleted), arrival(sold), arrival(sold), arrival(cancelled), arrival(restored)]
    const { figures, violations } = aRun({
      changes,
      arrivals,
      tickets: [{ ...ticket, isCancelled: true }],
      mails: [mail('sold', 1_000), mail('cancelled', 2_000)],
    })
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ changes: 4, attempts: 6, lost: 0, doubled: 0, disordered: 0 })
  })

  it('may lack types that no webhook gets', () => {
    expect(faultsOf({ changes: [sold, change('order.created', 100, 'the order')], arrivals: [arrival(sold)] })).toEqual(
      [],
    )
  })

  it.each<[string, Parameters<typeof aRun>[0], string]>([
    ['one that never arrived', { arrivals: [] }, 'lost: a message to all that never arrived'],
    [
      'one about a change that is not stored',
      { arrivals: [arrival(sold), arrival(cancelled)] },
      'a message to all about a change that is not stored',
    ],
    [
      'one of another moment than the change',
      { arrivals: [arrival(sold), arrival({ ...sold, at: 99 })] },
      'a message to all about a change that is not stored',
    ],
    [
      'two of one change',
      { arrivals: [arrival(sold), arrival(sold, { messageId: 'other' })] },
      'doubled: a change with several messages to all',
    ],
    [
      'an attempt with the id of another message',
      { arrivals: [arrival(sold), arrival(sold, { subjectId: eventId })] },
      'one webhook-id of several messages',
    ],
    [
      'two in another order than their changes',
      {
        changes: [deleted, restored],
        arrivals: [arrival(restored), arrival(deleted), arrival(restored)],
        tickets: [],
        mails: [],
      },
      'messages to all in another order than their changes',
    ],
    ['a wrong signature', { arrivals: [arrival(sold, { isSigned: false })] }, 'a signature that is wrong'],
    [
      'the time of an earlier attempt',
      { arrivals: [arrival(sold), arrival(sold, { age: 6_000 })] },
      'a message with the time of another attempt',
    ],
    [
      'one that followed a redirect',
      { arrivals: [arrival(sold), arrival(sold, { path: 'redirected' })] },
      'a message that was sent where no webhook is',
    ],
  ])('have a violation: %s', (_name, run, fault) => expect(faultsOf(run)).toEqual([fault]))
})

describe('the stored deliveries', () => {
  const { takenAt: _, ...refused } = arrival(sold)
  const seen: EndedDelivery = { deliveryId: 1, state: 'delivered', attempts: 1, status: 204 }

  it('have no violation when their receivers took them, and they stayed as they ended', () => {
    const deliveries = [delivery(arrival(sold)), delivery(arrival(sold), { receiver: 'mail', messageId: 'of mail' })]
    const mails = [mail('sold', 1_000, { messageId: 'of mail' })]
    expect(faultsOf({ deliveries, mails, ended: new Map([[1, seen]]) })).toEqual([])
  })

  it.each<[string, Parameters<typeof aRun>[0], string]>([
    ['pending', { deliveries: [delivery(arrival(sold), { isPending: true })] }, 'left pending: a delivery'],
    [
      'claimed after its end',
      { deliveries: [delivery(arrival(sold), { isClaimed: true })] },
      'left claimed: a delivery that has ended',
    ],
    [
      'failed',
      { deliveries: [delivery(arrival(sold), { state: 'failed' })] },
      'failed: a delivery that was not attempted to the end',
    ],
    [
      'delivered, and no receiver took it',
      { arrivals: [refused], deliveries: [delivery(refused)] },
      'stored as delivered, although no receiver took it',
    ],
    [
      'an e-mail delivered, and no receiver took it',
      { deliveries: [delivery(arrival(sold), { receiver: 'mail' })] },
      'stored as delivered, although no receiver took it',
    ],
    [
      'attempted again after its end',
      { deliveries: [delivery(arrival(sold), { attempts: 2 })], ended: new Map([[1, seen]]) },
      'changed: a delivery that had ended',
    ],
    ['gone after its end', { ended: new Map([[1, seen]]) }, 'changed: a delivery that had ended'],
    ['beside addresses that are left', { recipients: 1 }, 'left: addresses of e-mails that were sent'],
  ])('have a violation: one is %s', (_name, run, fault) => expect(faultsOf(run)).toEqual([fault]))
})

describe('the e-mails to purchasers', () => {
  const withDeletion = { changes: [sold, deleted], tickets: [{ ...ticket, isCancelled: true }] }
  const withRestoration = { changes: [sold, deleted, restored] }
  const other = { ticketId, email: 'other@example.org' }

  it.each<[string, Parameters<typeof aRun>[0]]>([
    ['cancelled with its event', { ...withDeletion, mails: [mail('sold', 1_000), mail('cancelled', 2_000)] }],
    ['cancelled before its sale was mailed', { ...withDeletion, mails: [mail('cancelled', 2_000)] }],
    ['restored before a purchaser was told', withRestoration],
    [
      'restored after its purchaser was told',
      { ...withRestoration, mails: [mail('sold', 1_000), mail('cancelled', 2_000), mail('restored', 3_000)] },
    ],
    [
      'accepted again after a failure, with a ticket that was cancelled for a moment in the first attempt',
      {
        mails: [
          mail('sold', 1_000, { messageId: 'one', codes: ['ticket-event-abcdef-zzzzz'] }),
          mail('sold', 5_000, { messageId: 'one', codes: ['ticket-event-abcdef-zzzzz', code] }),
        ],
        tickets: [ticket, { ...ticket, ticketId: 'another', confirmationCode: 'ticket-event-abcdef-zzzzz' }],
        changes: [sold, change('ticket.sold', 101, 'another')],
        failures: [{ from: 2_000, until: 3_000 }],
      },
    ],
    [
      'mailed twice, with a failure in between',
      {
        mails: [mail('sold', 1_000, { messageId: 'one' }), mail('sold', 9_000, { messageId: 'one' })],
        failures: [{ from: 5_000, until: 6_000 }],
      },
    ],
    [
      'mailed to another address',
      {
        anotherMails: [{ ...other, outcome: 'recorded' }],
        mails: [mail('sold', 1_000), mail('sold', 2_000, { to: other.email })],
      },
    ],
  ])('have no violation: a ticket is %s', (_name, run) => expect(faultsOf(run)).toEqual([]))

  it.each<[string, Parameters<typeof aRun>[0], string]>([
    ['none of a sale', { mails: [] }, 'lost: the e-mail that says that a ticket is valid, after none'],
    [
      'none of a sale before a deletion and a restoration',
      { ...withRestoration, mails: [] },
      'lost: the e-mail that says that a ticket is valid, after none',
    ],
    [
      'none of a cancellation',
      { ...withDeletion, mails: [mail('sold', 1_000)] },
      'lost: the e-mail about the cancellation of a ticket',
    ],
    [
      'none of a restoration',
      { ...withRestoration, mails: [mail('sold', 1_000), mail('cancelled', 2_000)] },
      'lost: the e-mail that says that a ticket is valid, after cancelled',
    ],
    [
      'the sale after the cancellation',
      { ...withDeletion, mails: [mail('cancelled', 1_000), mail('sold', 2_000)] },
      'lost: the e-mail about the cancellation of a ticket',
    ],
    [
      'two Message-IDs of one sale',
      { mails: [mail('sold', 1_000), mail('sold', 2_000)] },
      'mailed twice: two Message-IDs of one sale',
    ],
    [
      'one accepted again without a failure',
      {
        mails: [mail('sold', 1_000, { messageId: 'one' }), mail('sold', 9_000, { messageId: 'one' })],
        failures: [{ from: 10_000, until: 11_000 }],
      },
      'mailed twice: accepted again without a failure in between',
    ],
    [
      'two of one cancellation',
      { ...withDeletion, mails: [mail('cancelled', 1_000), mail('cancelled', 2_000)] },
      'mailed twice: more cancellations than changes',
    ],
    [
      'one Message-ID of two kinds',
      {
        ...withDeletion,
        mails: [
          mail('sold', 1_000),
          mail('cancelled', 2_000, { messageId: 'mail sold 1000' }),
          mail('cancelled', 3_000),
        ],
        failures: [{ from: 1_500, until: 1_600 }],
      },
      'one Message-ID of several e-mails',
    ],
    [
      'one about a ticket that is not stored',
      { mails: [mail('sold', 1_000), mail('sold', 2_000, { to: other.email, codes: ['another'] })] },
      'an e-mail about a ticket that is not stored',
    ],
    [
      'one to another address',
      { mails: [mail('sold', 1_000), mail('sold', 2_000, { to: other.email })] },
      'an e-mail to another address',
    ],
    [
      'none to another address',
      { anotherMails: [{ ...other, outcome: 'recorded' }] },
      'lost: an e-mail to another address',
    ],
    [
      'one to another address that was refused',
      {
        anotherMails: [{ ...other, outcome: 'refused' }],
        mails: [mail('sold', 1_000), mail('sold', 2_000, { to: other.email })],
      },
      'an e-mail to another address that was refused',
    ],
    [
      'two to another address',
      {
        anotherMails: [{ ...other, outcome: 'recorded' }],
        mails: [1_000, 2_000, 3_000].map((time, n) => mail('sold', time, n === 0 ? {} : { to: other.email })),
      },
      'mailed twice: one request, two Message-IDs',
    ],
  ])('have a violation: %s', (_name, run, fault) => expect(faultsOf(run)).toEqual([fault]))
})

describe('the figures', () => {
  it('have the longest time of a sale outside of failures', () => {
    const sale = (sentAt: number, receivedAt: number) => ({
      kind: 'purchase' as const,
      email,
      items: [],
      attempts: [{ status: 201, body: '', isReplay: false, sentAt, receivedAt }],
    })
    const orders = emptyOrderHistory({ prices: { event: 1, general: 1, percentages: {} }, generalCapacity: 1 })
    orders.sales.push(sale(0, 20), sale(5_000, 9_000))
    const history = { ...emptyMessageHistory(orders), failures: [{ from: 6_000, until: 7_000 }] }
    const stored = { changes: [], tickets: [], deliveries: [], recipients: 0 }
    expect(checkMessages(history, stored).figures).toMatchObject({ p99: 20, longest: 20 })
  })
})

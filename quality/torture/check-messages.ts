import { createFindings } from './findings.ts'
import { isCreated } from './history.ts'
import type { AcceptedMail, Arrival, EndedDelivery, MessageHistory } from './message-history.ts'

/** A stored change that messages are sent about. `at` is in milliseconds since 1970. */
export type Change = Readonly<{ type: string; subjectId: string; at: number }>

/** The stored rows after a round, when all receivers and the mail server are well and nothing is left to be delivered. */
export type StoredMessages = Readonly<{
  /** The changes of each event, ticket and order in their order. */
  changes: readonly Change[]
  /** `isCancelled` also with its event or date. */
  tickets: readonly Readonly<{
    ticketId: string
    eventId: string | null
    email: string
    confirmationCode: string
    isCancelled: boolean
  }>[]
  /** `receiver` is a webhookId, or `mail`. */
  deliveries: readonly (EndedDelivery &
    Readonly<{ receiver: string; messageId: string; isPending: boolean; isClaimed: boolean; because: string | null }>)[]
  /** The number of stored addresses for single e-mails. */
  recipients: number
}>

/** How much later than it was sent a message may arrive, in milliseconds; the header has whole seconds. */
const maxAge = 4_000
/** How long a server may take to store the result of an attempt, in milliseconds. */
const storeTime = 1_000

/** Compares what receivers and the mail server got with what is stored, without any input or output of its own. */
export const checkMessages = (history: MessageHistory, stored: StoredMessages) => {
  const { arrivals, mails, webhooks } = history
  const { count, violations, addViolation, addCounted } = createFindings(
    'repeated',
    'lost',
    'unstored',
    'doubled',
    'disordered',
    'mailedTwice',
    'pending',
  )

  const changesOf = Map.groupBy(stored.changes, ({ subjectId }) => subjectId)
  const arrivalsAt = Map.groupBy(arrivals, ({ path }) => path)
  const failures = [...history.failures, ...history.orders.outages]
  const hasFailed = (from: number, until: number) =>
    failures.some((failure) => failure.from <= until && failure.until + storeTime >= from)

  const checkArrivals = () => {
    const paths = new Set(webhooks.map(({ path }) => path))
    for (const arrival of arrivals) {
      if (!paths.has(arrival.path)) addViolation('a message that was sent where no webhook is', arrival)
      if (!arrival.isSigned) addViolation('a signature that is wrong', arrival)
      if (arrival.age > maxAge || arrival.age < -maxAge)
        addViolation('a message with the time of another attempt', arrival)
    }
    for (const { path, types } of webhooks) checkReceiver(path, types)
  }
  const checkReceiver = (path: string, types: readonly string[]) => {
    const all = arrivalsAt.get(path) ?? []
    /** The first arrivals. */
    const messages: Arrival[] = []
    for (const attempts of Map.groupBy(all, ({ messageId }) => messageId).values()) {
      const [first] = attempts as [Arrival]
      messages.push(first)
      if (new Set(attempts.map(changeKey)).size > 1) addViolation('one webhook-id of several messages', attempts)
      const takenAt = Math.min(...attempts.map((attempt) => attempt.takenAt ?? Number.POSITIVE_INFINITY))
      count.repeated += attempts.filter(({ receivedAt }) => receivedAt > takenAt).length
    }
    const messagesOf = Map.groupBy(messages, ({ subjectId }) => subjectId)
    for (const subjectId of new Set([...changesOf.keys(), ...messagesOf.keys()])) {
      const arrived = messagesOf.get(subjectId) ?? []
      const expected = (changesOf.get(subjectId) ?? []).filter(({ type }) => types.includes(type))
      const numberOf = (list: readonly Pick<Change, 'type'>[], key: string) =>
        list.filter((each) => changeKey(each as Arrival | Change) === key).length
      const keys = new Set([...arrived, ...expected].map(changeKey))
      let isComplete = true
      for (const key of keys) {
        const [actual, wanted] = [numberOf(arrived, key), numberOf(expected, key)]
        isComplete &&= actual === wanted
        if (wanted === 0) addCounted('unstored', `a message to ${path} about a change that is not stored`, arrived)
        else if (actual < wanted) addCounted('lost', `lost: a message to ${path} that never arrived`, arrived, expected)
        else if (actual > wanted)
          addCounted('doubled', `doubled: a change with several messages to ${path}`, arrived, expected)
      }
      if (isComplete && arrived.some((message, n) => changeKey(message) !== changeKey(expected[n]!)))
        addCounted('disordered', `messages to ${path} in another order than their changes`, arrived, expected)
    }
  }

  const checkDeliveries = () => {
    const pathOf = new Map(webhooks.map(({ webhookId, path }) => [webhookId, path]))
    const keyOfTaken = (receiver: string, messageId: string) => `${receiver} ${messageId}`
    const taken = new Set([
      ...arrivals.flatMap(({ path, messageId, takenAt }) =>
        takenAt === undefined ? [] : [keyOfTaken(path, messageId)],
      ),
      ...mails.map(({ messageId }) => keyOfTaken('mail', messageId)),
    ])
    const byId = new Map(stored.deliveries.map((row) => [row.deliveryId, row]))
    for (const row of stored.deliveries) {
      const { receiver, messageId, state, isPending, isClaimed } = row
      if (isPending) addCounted('pending', 'left pending: a delivery', undefined, row)
      else if (isClaimed) addViolation('left claimed: a delivery that has ended', undefined, row)
      else if (state === 'failed') addViolation('failed: a delivery that was not attempted to the end', undefined, row)
      else if (!taken.has(keyOfTaken(pathOf.get(receiver) ?? receiver, messageId)))
        addViolation('stored as delivered, although no receiver took it', undefined, row)
    }
    for (const seen of history.ended.values()) {
      const row = byId.get(seen.deliveryId)
      if (row?.state !== seen.state || row.attempts !== seen.attempts || row.status !== seen.status)
        addViolation('changed: a delivery that had ended', seen, row ?? 'nothing')
    }
    if (stored.recipients > 0) addViolation('left: addresses of e-mails that were sent', undefined, stored.recipients)
  }

  const checkMails = () => {
    const ticketByCode = new Map(stored.tickets.map((ticket) => [ticket.confirmationCode, ticket]))
    const otherByEmail = new Map(history.anotherMails.map((mail) => [mail.email, mail]))
    /** Each e-mail once, with all tickets that it was accepted with. */
    const first: AcceptedMail[] = []
    for (const accepted of Map.groupBy(mails, ({ messageId }) => messageId).values()) {
      // After a failure it is sent again, about those tickets that are as it says then.
      first.push({ ...accepted[0]!, codes: accepted.flatMap(({ codes }) => codes) })
      if (new Set(accepted.map(({ to, kind }) => `${to} ${kind}`)).size > 1)
        addViolation('one Message-ID of several e-mails', accepted)
      for (const [n, again] of accepted.slice(1).entries())
        if (!hasFailed(accepted[n]!.acceptedAt, again.acceptedAt))
          addCounted('mailedTwice', 'mailed twice: accepted again without a failure in between', accepted)
    }
    for (const mail of first)
      for (const code of mail.codes) {
        const ticket = ticketByCode.get(code)
        const isPurchaser = ticket?.email === mail.to
        if (ticket === undefined) addCounted('unstored', 'an e-mail about a ticket that is not stored', mail)
        else if (!isPurchaser && otherByEmail.get(mail.to)?.ticketId !== ticket.ticketId)
          addViolation('an e-mail to another address', mail, ticket)
      }
    const mailsTo = Map.groupBy(first, ({ to }) => to)
    for (const [email, tickets] of Map.groupBy(stored.tickets, (ticket) => ticket.email)) {
      const toPurchaser = mailsTo.get(email) ?? []
      for (const ticket of tickets) checkTicket(ticket, toPurchaser)
    }
    for (const other of history.anotherMails) {
      const sent = mailsTo.get(other.email) ?? []
      const ticket = stored.tickets.find(({ ticketId }) => ticketId === other.ticketId)
      const mayBeCancelled = ticket === undefined || cancellationsOf(ticket) > 0
      if (sent.length > 1) addCounted('mailedTwice', 'mailed twice: one request, two Message-IDs', other, sent)
      if (other.outcome === 'recorded' && sent.length === 0 && !mayBeCancelled)
        addCounted('lost', 'lost: an e-mail to another address', other)
      if (sent.length > 0 && other.outcome === 'refused')
        addCounted('unstored', 'an e-mail to another address that was refused', other, sent)
    }
  }
  /** How many changes may have cancelled a ticket. */
  const cancellationsOf = ({ ticketId, eventId }: StoredMessages['tickets'][number]) =>
    (changesOf.get(ticketId) ?? []).filter(({ type }) => type === 'ticket.cancelled').length +
    (changesOf.get(eventId ?? '') ?? []).filter(({ type }) => /deleted|updated/.test(type)).length
  const checkTicket = (ticket: StoredMessages['tickets'][number], toPurchaser: readonly AcceptedMail[]) => {
    const told = toPurchaser.filter(({ codes }) => codes.includes(ticket.confirmationCode))
    const latest = told.at(-1)?.kind
    // A server may be killed after the mail server has accepted one.
    const [first, second] = told.filter(({ kind }) => kind === 'sold')
    if (first !== undefined && second !== undefined && !hasFailed(first.acceptedAt, second.acceptedAt))
      addCounted('mailedTwice', 'mailed twice: two Message-IDs of one sale', told, ticket)
    if (ticket.isCancelled && latest !== 'cancelled')
      addCounted('lost', 'lost: the e-mail about the cancellation of a ticket', told, ticket)
    if (!ticket.isCancelled && (latest === undefined || latest === 'cancelled'))
      addCounted('lost', `lost: the e-mail that says that a ticket is valid, after ${latest ?? 'none'}`, told, ticket)
    if (told.filter(({ kind }) => kind === 'cancelled').length > cancellationsOf(ticket))
      addCounted('mailedTwice', 'mailed twice: more cancellations than changes', told, ticket)
  }

  checkArrivals()
  checkDeliveries()
  checkMails()
  const times = history.orders.sales
    .flatMap(({ attempts }) => attempts.filter(isCreated))
    .filter(({ sentAt, receivedAt }) => !hasFailed(sentAt, receivedAt))
    .map(({ sentAt, receivedAt }) => receivedAt - sentAt)
    .toSorted((a, b) => a - b)
  const figures = {
    changes: stored.changes.length,
    attempts: arrivals.length,
    mails: new Set(mails.map(({ messageId }) => messageId)).size,
    mailedAgain: history.anotherMails.filter(({ outcome }) => outcome === 'recorded').length,
    p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    longest: Math.round(times.at(-1) ?? 0),
    ...count,
  }
  return { figures, violations }
}

const changeKey = (of: Arrival | Change) => `${of.type} ${of.subjectId} ${'at' in of ? of.at : of.changedAt}`

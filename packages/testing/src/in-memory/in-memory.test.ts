import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Instant, ScannedCode, isRefusal } from '@museum/domain'
import { anOrder } from '../examples/index.ts'
import { type Mail, createUsers } from '@museum/application'
import {
  admissionRepositoryContract,
  auditRepositoryContract,
  capacityRepositoryContract,
  credentialVerifierContract,
  deliveryRepositoryContract,
  freeOrderRepositoryContract,
  idempotencyRecordRepositoryContract,
  linkAlgorithmContract,
  linkKeyRepositoryContract,
  mailDeliveryContract,
  mailSenderContract,
  messageRecordingContract,
  museumHoursRepositoryContract,
  orderRepositoryContract,
  passwordHasherContract,
  paymentProviderContract,
  priceCategoryRepositoryContract,
  purchaserDataRepositoryContract,
  refundRepositoryContract,
  signatureAlgorithmContract,
  specialEventRepositoryContract,
  storedSettingRepositoryContract,
  systemPortsContract,
  ticketCancellationContract,
  ticketKeyRepositoryContract,
  ticketListContract,
  ticketRendererContract,
  ticketRepositoryContract,
  ticketRevocationRepositoryContract,
  userRepositoryContract,
  webhookRepositoryContract,
  webhookSenderContract,
} from '../contracts/index.ts'
import {
  aMuseum,
  anActor,
  anAuditEntry,
  inMemoryCredentialVerifier,
  inMemoryMailSender,
  inMemoryPasswordHasher,
  inMemoryPaymentProvider,
  inMemoryPorts,
  inMemoryRepositories,
  inMemoryLinkAlgorithm,
  inMemorySignatureAlgorithm,
  inMemoryTicketRenderer,
  inMemoryWebhookSender,
  readInMemoryTicket,
} from '../index.ts'

const open = async () => {
  let milliseconds = Date.now()
  const repositories = inMemoryRepositories(() => Instant(milliseconds))
  const age = async (seconds: number) => (milliseconds += seconds * 1_000)
  return { one: repositories, other: repositories, age }
}

admissionRepositoryContract({ describe, it }, 'memory', open)
auditRepositoryContract({ describe, it }, 'memory', open)
capacityRepositoryContract({ describe, it }, 'memory', open)
freeOrderRepositoryContract({ describe, it }, 'memory', open)
idempotencyRecordRepositoryContract({ describe, it }, 'memory', open)
linkKeyRepositoryContract({ describe, it }, 'memory', open)
museumHoursRepositoryContract({ describe, it }, 'memory', open)
orderRepositoryContract({ describe, it }, 'memory', open)
priceCategoryRepositoryContract({ describe, it }, 'memory', open)
purchaserDataRepositoryContract({ describe, it }, 'memory', open)
refundRepositoryContract({ describe, it }, 'memory', open)
specialEventRepositoryContract({ describe, it }, 'memory', open)
storedSettingRepositoryContract({ describe, it }, 'memory', open)
ticketRepositoryContract({ describe, it }, 'memory', open)
ticketListContract({ describe, it }, 'memory', open)
ticketCancellationContract({ describe, it }, 'memory', open)
ticketRevocationRepositoryContract({ describe, it }, 'memory', open)
userRepositoryContract({ describe, it }, 'memory', open)
webhookRepositoryContract({ describe, it }, 'memory', open)
deliveryRepositoryContract({ describe, it }, 'memory', open)
mailDeliveryContract({ describe, it }, 'memory', open)
messageRecordingContract({ describe, it }, 'memory', open)
ticketKeyRepositoryContract({ describe, it }, 'memory', open)
webhookSenderContract({ describe, it }, 'memory', async () => {
  let answered = 0
  const webhookSender = inMemoryWebhookSender(() => {
    if (answered === 410) return { outcome: 'gone', status: 410 }
    if (answered === 204) return { outcome: 'delivered', status: 204 }
    return { outcome: 'failed', because: `The receiver answered ${answered}.`, status: answered }
  })
  return {
    webhookSender,
    url: 'https://receiver.example.org/',
    answer: (status) => (answered = status),
    requests: () => webhookSender.requests,
  }
})
mailSenderContract({ describe, it }, 'memory', async () => {
  const accepted: Mail[] = []
  let code = 250
  const mailSender = inMemoryMailSender((mail) => {
    if (code !== 250)
      return {
        outcome: 'failed',
        isPermanent: code === 550,
        isOfMessage: true,
        because: `The mail server said ${code}.`,
      }
    accepted.push(mail)
    return { outcome: 'accepted' }
  })
  return { mailSender, answer: (answered) => (code = answered), accepted: () => accepted }
})
paymentProviderContract({ describe, it }, 'memory', async () => {
  let [milliseconds, isAway] = [Date.now(), false]
  const now = () => Instant(milliseconds)
  const paymentProvider = inMemoryPaymentProvider({
    now,
    holdsRefunds: true,
    answerTo: () => (isAway ? 'never' : 'at once'),
  })
  return {
    ...paymentProvider,
    paymentProvider,
    now,
    elapse: (more) => (milliseconds += more),
    // The payments in memory are found by their identifiers.
    forgetKeys: () => undefined,
    goAway: () => (isAway = true),
    close: async () => undefined,
  }
})
linkAlgorithmContract({ describe, it }, 'memory', async () => inMemoryLinkAlgorithm())
signatureAlgorithmContract({ describe, it }, 'memory', async () => inMemorySignatureAlgorithm())
ticketRendererContract({ describe, it }, 'memory', async () => ({
  ticketRenderer: inMemoryTicketRenderer(),
  read: readInMemoryTicket,
}))
credentialVerifierContract({ describe, it }, 'memory', async (users) => {
  const enabled = users.filter(({ isEnabled }) => isEnabled)
  return inMemoryCredentialVerifier(
    Object.fromEntries(enabled.map(({ username, password }) => [username, password])),
    Object.fromEntries(enabled.map(({ username, role }) => [username, role])),
  )
})
passwordHasherContract({ describe, it }, 'memory', async () => inMemoryPasswordHasher())
systemPortsContract({ describe, it }, 'memory', async () => inMemoryPorts())

describe('ports in memory', () => {
  it('can use another repository of users for the operations on users', async () => {
    const { users } = inMemoryRepositories()
    await users.add({ username: 'director', role: 'admin', isEnabled: true, passwordHash: 'scrypt$1' }, anAuditEntry())
    expect(await createUsers(inMemoryPorts({ users })).listUsers()).toMatchObject([{ username: 'director' }])
  })
})

describe('a museum in memory with a clock of its own', () => {
  const open = () => aMuseum({ now: () => Instant(Date.UTC(2030, 4, 17, 10)) })

  it('sells no ticket for a day before that of the clock', async () => {
    const order = anOrder({ ticketDate: CalendarDate('2030-05-16') })
    expect(await open().buyMuseumTickets(order)).toMatchObject({ refusal: 'validation-failed' })
  })

  it('admits a ticket for the day of the clock', async () => {
    const museum = open()
    const ticket = await museum.buyMuseumTickets(anOrder({ ticketDate: CalendarDate('2030-05-17') }))
    if (isRefusal(ticket)) throw new Error(ticket.because)
    const ticketCode = await museum.getTicketCode(ticket.ticketId)
    if (isRefusal(ticketCode)) throw new Error(ticketCode.because)
    const code = ScannedCode(await readInMemoryTicket(ticketCode.image))
    expect(await museum.admitTicket({ code }, anActor)).toMatchObject({ isAdmitted: true })
  })
})

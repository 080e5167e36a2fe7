import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type PaymentRequest, Unavailable } from '@museum/application'
import { Currency, Email, Instant, OrderId, PaymentId, PaymentReference, RefundId } from '@museum/domain'
import { paymentProviderContract } from '@museum/testing/contracts'
import { exampleId } from '@museum/testing/examples'
import { type RehearsalOptions, rehearsalPayments } from '../index.ts'

const folders: string[] = []
const newFolder = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'museum-rehearsal-'))
  folders.push(parent)
  return join(parent, 'data', 'payments')
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const baseUrl = 'https://museum.example/tickets'
const paymentId = PaymentId(exampleId(1))
const request: PaymentRequest = {
  paymentId,
  reservationId: OrderId(exampleId(2)),
  lines: [{ name: 'Adult', quantity: 2, price: 1_200 }],
  amount: 2_400,
  currency: Currency('EUR'),
  expiresAt: Instant(Date.now() + 60_000),
  returnUrl: 'https://museum.example/buy',
  email: Email('visitor@example.org'),
}
const known = { paymentId, openedAt: Instant(Date.now()) }
const open = async (options: Partial<RehearsalOptions> = {}) => {
  const folder = await newFolder()
  return { folder, payments: rehearsalPayments({ folder, baseUrl, ...options }) }
}

paymentProviderContract({ describe, it }, 'a rehearsal', async () => {
  let milliseconds = Date.now()
  const now = () => Instant(milliseconds)
  const { folder, payments } = await open({ now, holdsRefunds: true })
  const pay = async (id: PaymentId) => {
    const before = await payments.find(id)
    return before?.state === 'open' && (await payments.act(id, 'pay'))?.state === 'paid'
  }
  return {
    paymentProvider: payments,
    now,
    elapse: (more) => (milliseconds += more),
    pay,
    decline: async (id) => (await payments.act(id, 'decline'))?.state === 'open',
    finishRefund: async (refundId, state) => {
      for (const id of await readdir(folder)) await payments.finishRefund(PaymentId(id), refundId, state)
    },
    // It has no keys: what it has taken is in the files.
    forgetKeys: () => undefined,
    async goAway() {
      await rm(folder, { recursive: true })
      await writeFile(folder, '')
    },
  }
})

describe('a rehearsal', () => {
  it('has its page below the URL of the API, and shows there what was asked for', async () => {
    const { payments } = await open()
    const { url } = await payments.open(request)
    expect(url).toBe(`https://museum.example/tickets/rehearsal-payment/${paymentId}`)
    const { email: _, ...shown } = request
    expect(await payments.find(paymentId)).toEqual({ ...shown, state: 'open', refunds: [] })
    expect(await payments.find(PaymentId(exampleId(9)))).toBeUndefined()
    expect(await payments.act(PaymentId(exampleId(9)), 'pay')).toBeUndefined()
  })

  it('remembers a declined card until another one is taken', async () => {
    const { payments } = await open()
    await payments.open(request)
    expect(await payments.act(paymentId, 'decline')).toMatchObject({ state: 'open', isDeclined: true })
    expect(await payments.find(paymentId)).toMatchObject({ state: 'open', isDeclined: true })
    const paid = await payments.act(paymentId, 'pay')
    expect(paid).toMatchObject({ state: 'paid', paidAt: expect.any(Number) })
    expect(paid).not.toHaveProperty('isDeclined')
    expect(paid).not.toHaveProperty('isLate')
    expect(await payments.act(paymentId, 'decline')).toEqual(paid)
  })

  it('marks a payment that was paid too late', async () => {
    const { payments } = await open()
    await payments.open(request)
    expect(await payments.act(paymentId, 'pay-too-late')).toMatchObject({ state: 'paid', isLate: true })
    expect(await payments.stateOf(known)).toMatchObject({ state: 'paid', amount: 2_400, isLate: true })
    expect(await payments.paidSince(Instant(0))).toMatchObject([{ paymentId, isLate: true }])
  })

  it('settles refunds at once, of payments that are paid', async () => {
    const { payments } = await open()
    await payments.open(request)
    const refund = {
      refundId: RefundId(exampleId(3)),
      reference: PaymentReference(`rehearsal_${paymentId}`),
      amount: 2_400,
      currency: 'EUR',
      requestedAt: Instant(Date.now()),
    }
    expect(await payments.refund(refund)).toMatchObject({ state: 'failed' })
    await payments.act(paymentId, 'pay')
    expect(await payments.refund(refund)).toEqual({ state: 'settled' })
    expect(await payments.refund({ ...refund, reference: PaymentReference('rehearsal_../1') })).toMatchObject({
      state: 'failed',
    })
  })

  it('has its payments in files that the owner alone can read, without the e-mail address, and leaves no others', async () => {
    const { folder, payments } = await open()
    await payments.open(request)
    await payments.act(paymentId, 'pay')
    const own = join(folder, paymentId)
    expect((await readdir(own)).toSorted()).toEqual(['1.json', '2.json'])
    const text = await readFile(join(own, '2.json'), 'utf8')
    expect(JSON.parse(text)).toEqual(await payments.find(paymentId))
    expect(text).not.toContain('visitor')
    expect([(await stat(join(own, '2.json'))).mode & 0o777, (await stat(own)).mode & 0o777]).toEqual([0o600, 0o700])
  })

  it('ignores files in its folder that are no payments, and parts that a killed process has left', async () => {
    const { folder, payments } = await open()
    await payments.open(request)
    await writeFile(join(folder, 'README'), '')
    await writeFile(join(folder, paymentId, 'x.part'), '{')
    await payments.act(paymentId, 'pay')
    expect(await payments.paidSince(Instant(0))).toHaveLength(1)
  })

  it('throws Unavailable when its folder cannot be written, and a defect when a file was damaged', async () => {
    const { folder, payments } = await open()
    await payments.open(request)
    await writeFile(join(folder, paymentId, '2.json'), '{"state":')
    await expect(payments.find(paymentId)).rejects.toThrow(SyntaxError)
    const { payments: without } = await open({ folder: '/dev/null/payments' })
    await expect(without.open(request)).rejects.toThrow(Unavailable)
    await expect(without.open(request)).rejects.toThrow(
      'The folder of the payments, /dev/null/payments, cannot be used',
    )
  })

  it('decides once between processes that pay and close at the same time, and loses no refund', async () => {
    const { folder, payments } = await open()
    const ids = Array.from({ length: 20 }, (_, n) => PaymentId(exampleId(100 + n)))
    for (const id of ids) await payments.open({ ...request, paymentId: id, amount: 40 })
    const worker = new URL('../../test/child-scripts/pay-or-close.ts', import.meta.url)
    const runs = ['pay', 'close', 'pay', 'close'].map(async (action, n) => {
      const args = [folder, action, String(n), ...ids]
      const child = fork(worker, args, {
        execArgv: ['--conditions=@museum/source'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const [message] = (await once(child, 'message')) as [readonly string[]]
      await once(child, 'exit')
      return message
    })
    const outcomes = await Promise.all(runs)
    for (const [index, id] of ids.entries()) {
      const states = new Set(outcomes.map((outcome) => outcome[index]))
      expect(states.size).toBe(1)
      const payment = await payments.find(id)
      expect(payment!.state).toBe([...states][0])
      // Each process asks for ten refunds of 1, and all of them fit.
      expect(payment!.refunds).toHaveLength(payment!.state === 'paid' ? 40 : 0)
    }
  })
})

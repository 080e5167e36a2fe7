// Pays or closes payments, then asks for refunds of those that are paid, and sends the states: FOLDER pay|close NUMBER ID…
import { Instant, PaymentId, PaymentReference, RefundId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { rehearsalPayments } from '../../src/index.ts'

const [folder, action, number, ...ids] = process.argv.slice(2)
const payments = rehearsalPayments({ folder: folder!, baseUrl: 'https://museum.example' })
const states: string[] = []
for (const id of ids.map(PaymentId)) {
  const known = { paymentId: id, openedAt: Instant(0) }
  await (action === 'pay' ? payments.act(id, 'pay') : payments.close(known))
  const found = await payments.stateOf(known)
  states.push(found!.state)
  if (found?.state !== 'paid') continue
  const refunds = Array.from({ length: 10 }, (_, n) => ({
    refundId: RefundId(exampleId(1_000 + Number(number) * 10 + n)),
    reference: PaymentReference(found.reference),
    amount: 1,
    currency: 'EUR',
    requestedAt: Instant(0),
  }))
  await Promise.all(refunds.map((refund) => payments.refund(refund)))
}
process.send?.(states)
process.disconnect?.()

import type { Receipt } from '@museum/client'
import { useSignal } from '@preact/signals'
import { readAmount } from '@museum/languages'
import { hundredths } from '../shell/amounts.ts'
import { eraseText, storeText, storedText } from '../shell/browser-storage.ts'
import { Dialog } from '../shell/dialog.tsx'
import { Field } from '../shell/form.tsx'
import { formats, texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { PrintButton, usePrint } from './printed.tsx'
import { type PrintedReceipt, changeOf } from './receipt-on-paper.tsx'

const wanted = 'museum.receipts'

/** Whether this device prints a receipt with the tickets of a sale. */
export const receiptsAreWanted = (): boolean => {
  try {
    return storedText(wanted) !== null
  } catch {
    return false
  }
}

/** Stores it. */
export const wantReceipts = (areWanted: boolean): void => {
  try {
    if (areWanted) storeText(wanted, 'with tickets')
    else eraseText(wanted)
  } catch {
    // A browser that stores nothing is asked again after the next sale.
  }
}

/** Reads the receipt of a sale. */
export const readReceipt = async (
  orderId: string,
  given: number | undefined,
  signal: AbortSignal,
): Promise<PrintedReceipt | undefined> => {
  const [sale] = await signedIn().client.getReceipts(orderId, { signal })
  return sale && { ...sale, given }
}

/** The field for the cash that a visitor gave, and the change. `onGiven` gets the amount if it is enough. */
export const CashGiven = ({
  total,
  onGiven,
}: Readonly<{ total: number; onGiven: (given: number | undefined) => void }>) => {
  const { boxOffice: words } = texts.value
  const { money } = formats.value
  const text = useSignal('')
  const given = text.value.trim() === '' ? undefined : readAmount(text.value, signedIn().museum.currency).value
  const change = changeOf(given, total)
  return (
    <div class="row cash-given screen-only">
      <Field label={words.cashGiven}>
        <input
          inputMode="decimal"
          autocomplete="off"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            const amount = readAmount(currentTarget.value, signedIn().museum.currency).value
            onGiven(changeOf(amount, total) === undefined ? undefined : amount)
          }}
        />
      </Field>
      <p role="status">
        {change !== undefined && (
          <strong>
            {words.change} {money(change)}
          </strong>
        )}
        {given !== undefined &&
          change === undefined &&
          words.missing(money((hundredths(total) - hundredths(given)) / 100))}
      </p>
    </div>
  )
}

/** Prints the receipt of an order; of an order with refunds, the chosen one. */
export const ReceiptButton = ({ orderId, given }: Readonly<{ orderId: string; given?: number | undefined }>) => {
  const { boxOffice: words, shell } = texts.value
  const { moneyIn, dateTime } = formats.value
  const { print } = usePrint()
  const receipts = useSignal<readonly Receipt[]>([])
  const read = async (signal: AbortSignal) => {
    const [sale, ...refunds] = await signedIn().client.getReceipts(orderId, { signal })
    if (refunds.length === 0) await print({ receipt: { ...sale!, given } })
    else receipts.value = [sale!, ...refunds]
  }
  return (
    <>
      <div class="stack">
        <PrintButton work={read}>{words.receipt}</PrintButton>
      </div>
      {receipts.value.length > 0 && (
        <Dialog heading={words.receipt} onClose={() => (receipts.value = [])}>
          <ul class="stack">
            {receipts.value.map((receipt) => (
              <li key={receipt.at + receipt.kind}>
                <button type="button" onClick={() => void print({ receipt })}>
                  {receipt.kind === 'sale' ? words.receipt : words.receiptOfRefund} · {dateTime(receipt.at)} ·{' '}
                  {moneyIn(receipt.total, receipt.currency)}
                </button>
              </li>
            ))}
          </ul>
          <button type="button" class="plain" onClick={() => (receipts.value = [])}>
            {shell.close}
          </button>
        </Dialog>
      )}
    </>
  )
}

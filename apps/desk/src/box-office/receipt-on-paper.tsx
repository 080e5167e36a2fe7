import type { Receipt } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { hundredths } from '../shell/amounts.ts'
import { formats, texts } from '../shell/languages.ts'
import { nameOfMethod } from './payment-method.ts'

/** A receipt, and the cash that the visitor gave for it, which is stored nowhere. */
export type PrintedReceipt = Receipt & Readonly<{ given?: number | undefined }>

/** What is given back of cash for an amount; undefined where it is less than the amount. */
export const changeOf = (given: number | undefined, total: number): number | undefined => {
  const change = given === undefined ? -1 : hundredths(given) - hundredths(total)
  return change < 0 ? undefined : change / 100
}

/** A receipt on paper. */
export const ReceiptOnPaper = ({ receipt }: Readonly<{ receipt: PrintedReceipt }>) => {
  const { boxOffice: words, shell } = texts.value
  const { moneyIn, visit, dateTime, number, plainNumber } = formats.value
  const { museumName, museumAddress, vatId, kind, orderNumber, at, till, payment, lines, total, taxes, given } = receipt
  const money = (amount: number) => moneyIn(amount, receipt.currency)
  const change = changeOf(given, total)
  return (
    <section class="printed-receipt">
      <header>
        <p>
          <strong dir="auto">{museumName}</strong>
        </p>
        {museumAddress !== undefined && (
          <p class="lines" dir="auto">
            {museumAddress}
          </p>
        )}
        {vatId !== undefined && (
          <p>
            {words.vatId} <bdi>{vatId}</bdi>
          </p>
        )}
      </header>
      <h2>{kind === 'sale' ? words.receipt : words.receiptOfRefund}</h2>
      <p>
        {words.order} <span class="code">{orderNumber}</span>
        <br />
        {dateTime(at)}
        {till !== undefined && (
          <>
            {' · '}
            <bdi>{till}</bdi>
          </>
        )}
      </p>
      <table>
        <tbody>
          {lines.map((line) => (
            <tr key={JSON.stringify(line)}>
              <td>
                <bdi>{line.eventName ?? shell.generalEntry}</bdi>
                <br />
                {visit(line)}
                <br />
                {number(line.quantity)} × {money(line.price)}
                {line.priceCategoryName !== undefined && (
                  <>
                    {' · '}
                    <bdi>{line.priceCategoryName}</bdi>
                  </>
                )}
              </td>
              <Amount>{money(line.amount)}</Amount>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr class="total">
            <th scope="row">{words.total}</th>
            <Amount>{money(total)}</Amount>
          </tr>
          {payment !== undefined && (
            <tr>
              <th scope="row">
                <bdi>{nameOfMethod(payment.method)}</bdi>
              </th>
              <Amount>{money(total)}</Amount>
            </tr>
          )}
          {change !== undefined && (
            <>
              <tr>
                <th scope="row">{words.cashGiven}</th>
                <Amount>{money(given!)}</Amount>
              </tr>
              <tr>
                <th scope="row">{words.change}</th>
                <Amount>{money(change)}</Amount>
              </tr>
            </>
          )}
          {taxes.map(({ rate, tax, amount }) => (
            <tr key={rate}>
              <th scope="row">{words.taxIn(`${plainNumber(rate)} %`, money(amount))}</th>
              <Amount>{money(tax)}</Amount>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  )
}

const Amount = ({ children }: Readonly<{ children: ComponentChildren }>) => <td class="number nowrap">{children}</td>

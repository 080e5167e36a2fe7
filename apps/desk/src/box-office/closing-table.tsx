import type { ComponentChildren } from 'preact'
import { formats, texts, till } from '../shell/languages.ts'
import type { Sums } from './closing-draft.ts'
import { nameOfMethod } from './payment-method.ts'

const members = ['sold', 'refunded', 'corrected', 'expected', 'counted', 'difference'] as const

/** A difference in hundredths, with its sign: what is over, or, negative, short; a dash where nothing was counted. */
export const overOrShort = (difference: number | null, currency: string): string => {
  if (difference === null) return '–'
  const money = formats.value.moneyIn(difference / 100, currency)
  return difference > 0 ? `+${money}` : money
}

/**
 * The sums of each payment method and of all. On a narrow page or roll each number has a line of its own, with its name. A method may
 * have an `input` for what was counted.
 */
export const ClosingTable = ({
  label,
  currency,
  methods,
  total,
}: Readonly<{
  label: string
  currency: string
  methods: readonly Readonly<{ method: string; sums: Sums; input?: ComponentChildren }>[]
  total: Sums
}>) => {
  const { boxOffice, report } = texts.value
  const { corrected, expected, counted, difference } = till.value
  const names = { sold: report.sold, refunded: report.refunded, corrected, expected, counted, difference }
  const { moneyIn } = formats.value
  const shown = (member: (typeof members)[number], amount: number | null) =>
    amount === null || member === 'difference' ? overOrShort(amount, currency) : moneyIn(amount / 100, currency)
  const row = (name: ComponentChildren, sums: Sums, input?: ComponentChildren) => (
    <>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {members.map((member) => (
        <td
          key={member}
          class={member === 'difference' && sums.difference !== null && sums.difference < 0 ? 'number short' : 'number'}
        >
          <span class="closing-name">{names[member]}</span>{' '}
          {member === 'counted' && input !== undefined ? input : <bdi>{shown(member, sums[member])}</bdi>}
        </td>
      ))}
    </>
  )
  return (
    <table class="closing-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{boxOffice.method}</th>
          {members.map((member) => (
            <th key={member} scope="col" class="number">
              {names[member]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {methods.map(({ method, sums, input }) => (
          <tr key={method}>{row(nameOfMethod(method), sums, input)}</tr>
        ))}
      </tbody>
      <tfoot>
        <tr>{row(boxOffice.total, total)}</tr>
      </tfoot>
    </table>
  )
}

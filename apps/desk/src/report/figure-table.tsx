import type { ComponentChildren } from 'preact'
import './report.css'

/**
 * A table that is scrolled when it is wider than the screen, also with the keyboard. The first cell of a row names it; the columns
 * from `numbersFrom` on have numbers.
 */
export const FigureTable = ({
  label,
  columns,
  numbersFrom,
  rows,
}: Readonly<{
  label: string
  columns: readonly string[]
  numbersFrom: number
  rows: readonly Readonly<{ key: string; cells: readonly ComponentChildren[] }>[]
}>) => {
  const kindOf = (n: number) => n >= numbersFrom && { class: 'number' }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="wide" role="region" aria-label={label} tabIndex={0}>
      <table class={columns.length > 4 ? 'many-columns' : ''}>
        <thead>
          <tr>
            {columns.map((column, n) => (
              <th key={column} scope="col" {...kindOf(n)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, n) => (
                <td key={columns[n + 1]} {...kindOf(n + 1)}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

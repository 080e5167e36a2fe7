import type { ComponentChildren } from 'preact'

/** A table. The first cell of a row names it; the columns from `numbersFrom` on have numbers. */
export const Table = ({
  columns,
  numbersFrom = columns.length,
  rows,
}: Readonly<{
  columns: readonly string[]
  numbersFrom?: number
  rows: readonly Readonly<{ key: string; cells: readonly ComponentChildren[] }>[]
}>) => {
  const kindOf = (n: number) => n >= numbersFrom && { class: 'number' }
  return (
    <table class={columns.length > 4 ? 'many-columns' : ''}>
      <thead>
        <tr>
          {columns.map((column, n) =>
            column === '' ? (
              <td key={column} aria-hidden="true" />
            ) : (
              <th key={column} scope="col" {...kindOf(n)}>
                {column}
              </th>
            ),
          )}
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
  )
}

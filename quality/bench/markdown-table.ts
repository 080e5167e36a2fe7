/** A table in Markdown; the cells of all columns but the first are aligned to the right. */
export const markdownTable = (headings: readonly string[], lines: readonly (readonly string[])[]): string => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(headings), row(headings.map((_, n) => (n === 0 ? '---' : '---:')))].concat(lines.map(row)).join('\n')
}

export const formatRate = (rate: number): string => Math.round(rate).toLocaleString('en')
export const formatShare = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`

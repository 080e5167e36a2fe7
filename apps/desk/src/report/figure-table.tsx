import type { ComponentProps } from 'preact'
import { Table } from '../shell/table.tsx'
import './report.css'

/** A table that is scrolled when it is wider than the screen, also with the keyboard. */
export const FigureTable = ({ label, ...table }: Readonly<{ label: string }> & ComponentProps<typeof Table>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div class="wide" role="region" aria-label={label} tabIndex={0}>
    <Table {...table} />
  </div>
)

import type { ComponentChildren } from 'preact'
import './report.css'

/** A table that is scrolled when it is wider than the screen, also with the keyboard. */
export const WideTable = ({ label, children }: Readonly<{ label: string; children: ComponentChildren }>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div class="wide" role="region" aria-label={label} tabIndex={0}>
    <table>{children}</table>
  </div>
)

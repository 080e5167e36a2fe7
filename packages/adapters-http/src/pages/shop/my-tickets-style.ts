/** The style of the pages with the tickets of a visitor, beside that of all pages of visitors. */
export const myTicketsStyle = `
main { max-width: 30rem; }
.ticket { padding: 1.5rem clamp(1rem, 5vw, 2rem) 1.25rem; background: var(--paper); border-top: 8px solid var(--accent); text-align: center; }
.ticket.general { --accent: var(--general); }
.ticket.event { --accent: var(--event); }
.ticket h2 { margin: 0; font-size: 1.75rem; }
.number { color: var(--muted); }
.when { margin-top: 0.5rem; color: var(--accent); font-size: 1.35rem; font-weight: 600; line-height: 1.25; }
.typed { margin-top: 0.75rem; line-height: 1.3; }
.typed span { display: block; color: var(--muted); font-size: 0.9em; }
.typed b { font-weight: 600; }
.code { margin: 1.25rem auto 0; padding: 0; max-width: 21rem; background: #fff; }
.code svg { display: block; width: 100%; height: auto; }
.state { margin: 1.25rem 0 0; padding: 0.9rem 1rem; border: 2px solid var(--accent); color: var(--accent); font-size: 1.25rem; font-weight: 600; line-height: 1.25; }
.cancelled { --accent: var(--muted) !important; }
.cancelled h2, .cancelled .when { text-decoration: line-through; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.35rem 1rem; margin: 1.25rem 0 0; padding-top: 0.9rem; border-top: 1px solid var(--line); text-align: start; }
dt { color: var(--muted); }
dd { margin: 0; text-align: end; }
dd.letters, .typed b { font-family: 'Courier Prime', 'Courier New', Courier, monospace; font-size: 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6rem; margin-top: 1.25rem; }
.actions > * {
  flex: 1 1 8rem; min-height: 2.75rem; padding: 0.55rem 0.75rem; border: 1px solid var(--general); border-radius: 2px;
  background: var(--paper); color: var(--general); font: inherit; font-weight: 600; line-height: 1.3; text-align: center;
  text-decoration: none; cursor: pointer;
}
.summary { padding: 0 clamp(1rem, 5vw, 2rem); }
.summary p:first-child { color: var(--muted); text-align: center; text-wrap: pretty; }
.receipt { padding: 1.5rem clamp(1rem, 5vw, 2rem); background: var(--paper); }
.receipt h2 { font-size: 1.5rem; margin: 0 0 0.5rem; }
.receipt .lines { white-space: pre-line; }
.receipt table { width: 100%; margin-top: 1rem; border-collapse: collapse; }
.receipt :is(th, td) { padding-inline: 0; }
.receipt td:first-child { text-align: start; }
.receipt td:last-child { padding-inline-start: 1rem; white-space: nowrap; vertical-align: bottom; }
.receipt .total > * { border-top: 2px solid; font-weight: 600; }
th::first-letter { text-transform: none; }
.fault { padding: 1.5rem clamp(1rem, 5vw, 2rem); background: var(--paper); }
/* At the entrance, the first code is on the screen at once. */
@media (max-width: 30rem) {
  header { padding-bottom: 0; }
  .sign, .ornament { display: none; }
  main { margin-top: 1.25rem; gap: 1.5rem; }
}
@media print {
  .ticket { --accent: #000 !important; break-inside: avoid; border: 1px solid; }
  .code { max-width: 60mm; }
  .actions, nav, .summary p:first-child { display: none; }
  .receipt { padding: 0; }
}
`

/** The style of the pages of visitors, beside the style of the page at `/`. */
export const shopStyle = `
.name { font-size: clamp(1.5rem, 4vw, 2.25rem); font-weight: 600; line-height: 1.12; text-wrap: balance; }
.name a { text-decoration: none; }
h1.today { font-size: clamp(1.5rem, 3.6vw, 2rem); }
footer nav { margin-top: 0.6rem; }
footer a { display: inline-block; padding-block: 0.7rem; }
.other, .faults a { display: inline-block; padding-block: 0.6rem; }
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
main.buy { max-width: 46rem; }
.panel { padding: 1.5rem clamp(1rem, 5vw, 2rem); background: var(--paper); }
.panel > h2 { margin-bottom: 0.75rem; font-size: 1.5rem; }
.days { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.2rem, 1fr)); gap: 0.5rem; }
.days > li { display: grid; }
.days > li > *, .times label {
  display: flex; flex-direction: column; justify-content: center; min-height: 3.75rem; padding: 0.35rem 0.25rem;
  border: 1px solid var(--line); border-radius: 2px; line-height: 1.2; text-align: center; text-decoration: none;
}
.days a { border-color: var(--general); color: var(--general); font-weight: 600; }
.days small, .times small { color: var(--muted); font-weight: 400; }
.days .few small, .times .few small { color: var(--event); }
.days span { color: var(--muted); }
.days .none { text-decoration: line-through; }
.days .none small { text-decoration: none; }
.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 1.5rem; margin-top: 1rem; }
.turn a { padding-block: 0.6rem; }
.sold + .sold { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.sold h3 { font-size: 1.35rem; }
.sold > :not(ul) { text-align: center; }
.sold .days { margin-top: 0.75rem; }
form { display: grid; gap: 1.75rem; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend, .field > label { padding: 0; margin-bottom: 0.5rem; font-size: 1.25rem; font-weight: 600; }
.times ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: 0.5rem; }
.times label { position: relative; cursor: pointer; }
.times input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.times label:has(:checked) { border-color: var(--general); box-shadow: inset 0 0 0 2px var(--general); }
.times label:has(:focus-visible) { outline: 3px solid var(--general); outline-offset: 2px; }
.times .none { color: var(--muted); text-decoration: line-through; cursor: default; }
.counts li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.counts label { flex: 1; line-height: 1.25; }
.counts small, .help { display: block; color: var(--muted); }
.field > label { display: block; margin-bottom: 0.35rem; }
input:not([type='radio'], [type='checkbox']) {
  min-height: 3rem; padding: 0.4rem 0.75rem; border: 1px solid var(--muted); border-radius: 2px; background: var(--page);
  color: inherit; font: inherit;
}
.counts input { width: 4.5rem; text-align: center; }
.field input { width: 100%; }
[aria-invalid='true'] { border-color: var(--event) !important; box-shadow: 0 0 0 1px var(--event); }
.fault { color: var(--event); font-weight: 600; }
.faults { border-left: 6px solid var(--event); }
.faults ul { margin-top: 0.5rem; }
.choice li { border-bottom: 1px solid var(--line); }
.choice label { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; padding-block: 0.5rem; line-height: 1.3; cursor: pointer; }
.choice input { flex: none; width: 1.6rem; height: 1.6rem; margin: 0; accent-color: var(--general); }
.choice small { display: block; color: var(--muted); }
.choice p { margin-top: 0.75rem; }
.terms label { display: flex; align-items: flex-start; gap: 0.75rem; padding-block: 0.5rem; }
.terms input { flex: none; width: 1.6rem; height: 1.6rem; margin: 0.1rem 0 0; accent-color: var(--general); }
.sum { display: flex; justify-content: space-between; gap: 1rem; font-size: 1.35rem; font-weight: 600; }
[hidden] { display: none !important; }
button, .button {
  display: block; width: 100%; min-height: 3rem; padding: 0.55rem 1rem; border: 1px solid var(--general); border-radius: 2px;
  background: var(--paper); color: var(--general); font: inherit; font-weight: 600; line-height: 1.3; text-align: center;
  text-decoration: none; cursor: pointer;
}
button.main { background: var(--general); color: var(--paper); font-size: 1.25rem; }
button.quiet { border-color: transparent; background: none; text-decoration: underline; }
.help { margin-top: 0.5rem; }
.email { display: block; font-size: 1.5rem; font-weight: 600; line-height: 1.25; }
.order { width: 100%; border-collapse: collapse; }
.order :is(th, td) { padding-inline: 0; text-align: start; vertical-align: top; }
.order td:last-child { padding-inline-start: 1rem; text-align: end; white-space: nowrap; }
.order .total > * { border-top: 2px solid; border-bottom: 0; font-size: 1.35rem; font-weight: 600; }
.stack { display: grid; gap: 0.75rem; }
.side { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 0.75rem; }
@media print {
  .ticket { --accent: #000 !important; break-inside: avoid; border: 1px solid; }
  .code { max-width: 60mm; }
  .actions, nav, .summary p:first-child, #cancel { display: none; }
  .receipt { padding: 0; }
}
`

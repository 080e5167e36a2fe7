/** The style of the page of a rehearsed payment, beside the style of the page at `/`. */
export const rehearsalStyle = `
.name { font-size: clamp(1.5rem, 4vw, 2.25rem); font-weight: 600; line-height: 1.12; text-wrap: balance; }
h1.today { font-size: clamp(1.35rem, 3.2vw, 1.75rem); }
main:not(.full) .hours :is(th, td) { text-align: start; }
main:not(.full) .hours td { text-align: end; white-space: nowrap; }
th::first-letter { text-transform: none; }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
button, form a {
  display: block; width: 100%; min-height: 3rem; padding: 0.5rem 1rem; border: 1px solid var(--general); border-radius: 2px;
  background: var(--paper); color: var(--general); font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer;
}
.pay { background: var(--general); color: var(--paper); }
form a { border-color: transparent; background: none; text-decoration: underline; }
main .hours .declined { margin: 1.5rem 0 0; color: var(--event); font-weight: 600; }
main .hours .note { margin: 1rem 0 0; color: var(--muted); }
.continue { margin-top: 1rem; }
`

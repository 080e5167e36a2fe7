/** A frame as on the ticket images, in nine slices: it fits a box of any size. */
const frame = (border: string, paper: string, line: string) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 120' width='120' height='120'>" +
      `<path fill='${border}' d='M0 0h120v120H0z'/>` +
      `<path fill='${paper}' d='M30 14h60a16 16 0 0 0 16 16v60a16 16 0 0 0-16 16H30a16 16 0 0 0-16-16V30a16 16 0 0 0 16-16z'/>` +
      `<path fill='none' stroke='${line}' d='M37.5 22.5h45a24 24 0 0 0 15 15v45a24 24 0 0 0-15 15h-45a24 24 0 0 0-15-15v-45a24 24 0 0 0 15-15z'/></svg>`,
  )}")`

/** The style of the page at `/`: the colours, the type and the form of the ticket images. */
export const homePageStyle = `
:root {
  color-scheme: light dark;
  --page: #ece5d8; --paper: #fbf8f1; --ink: #1d1b19; --muted: #655d52; --line: #d8cfbf;
  --general: #1f4d43; --event: #7d2431; --stub: #7d2431;
  --frame: ${frame('#1f4d43', '#fbf8f1', '#1f4d43')};
  --stub-width: 6.5rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12110f; --paper: #211e1a; --ink: #f4eee2; --muted: #b9ae9d; --line: #4b443a;
    --general: #86c9b8; --event: #ec98a4; --stub: #6b1f2a;
    --frame: ${frame('#1f4d43', '#211e1a', '#4f8d7e')};
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: clamp(0.75rem, 2.5vw, 2rem); background: var(--page); color: var(--ink); overflow-wrap: anywhere;
  font: 1.1875rem/1.45 'EB Garamond Variable', 'EB Garamond', Garamond, 'Hoefler Text', Georgia, 'Hiragino Mincho ProN',
    'Yu Mincho', 'Noto Serif JP', 'Times New Roman', serif;
  font-variant-numeric: lining-nums;
}
header, main, footer { max-width: 68rem; margin-inline: auto; }
h1, h2, h3, p, ul, ol { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1, h2, h3 { font-weight: 600; line-height: 1.12; text-wrap: balance; }
a { color: inherit; text-underline-offset: 0.15em; text-decoration-color: var(--muted); }
a:hover { text-decoration-color: currentColor; }
a, summary { border-radius: 2px; }
:focus-visible { outline: 3px solid var(--general); outline-offset: 3px; }
small { font-size: 0.85em; }

header {
  border: 44px solid transparent; border-image: var(--frame) 44 fill / 44px stretch;
  padding: 0.5rem clamp(0rem, 4vw, 3rem) 1rem; text-align: center;
}
.sign { display: block; width: 52px; height: 40px; margin: 0 auto 0.9rem; fill: var(--general); }
h1 { font-size: clamp(1.9rem, 5.5vw, 3.5rem); }
.ornament {
  display: flex; align-items: center; justify-content: center; gap: 10px; margin: 1.1rem auto 1.2rem; color: var(--general);
}
.ornament::before, .ornament::after { content: ''; width: 60px; border-top: 1px solid; }
.ornament span { width: 7px; height: 7px; background: currentColor; transform: rotate(45deg); }
.today { color: var(--general); font-size: clamp(1.35rem, 3.2vw, 1.75rem); font-weight: 600; line-height: 1.2; }
.date { margin-top: 0.2rem; color: var(--muted); }
.tickets { margin-top: 1.1rem; }
.tickets a {
  display: inline-block; padding: 0.6rem 1.75rem; border-radius: 2px; background: var(--general); color: var(--paper);
  font-weight: 600; text-decoration: none;
}

main { display: grid; gap: 2.5rem; margin-top: 2.5rem; }
h2 { margin-bottom: 1.1rem; font-size: 2rem; }
@media (min-width: 60rem) {
  main.full { grid-template-columns: minmax(0, 1fr) 21rem; gap: 3rem; align-items: start; }
}
main:not(.full) .hours { justify-self: center; width: min(100%, 30rem); }
main:not(.full) :is(h2, p) { text-align: center; }

.events { display: grid; gap: 1.25rem; }
article {
  display: grid; grid-template-columns: var(--stub-width) minmax(0, 1fr); background: var(--paper);
  --seam: var(--stub-width);
  mask:
    radial-gradient(circle at var(--seam) 0, #0000 9px, #000 9.5px),
    radial-gradient(circle at var(--seam) 100%, #0000 9px, #000 9.5px);
  mask-composite: intersect;
}
article:dir(rtl) { --seam: calc(100% - var(--stub-width)); }
.stub {
  display: flex; flex-direction: column; align-items: center; padding: 1.5rem 0.25rem; background: var(--stub);
  color: #fbf8f1; text-align: center; line-height: 1.15;
}
.stub b { font-size: 3.1rem; font-weight: 600; line-height: 1; }
.stub span:first-child { font-size: 1.15rem; letter-spacing: 0.12em; text-transform: uppercase; }
.stub .weekday { font-size: 0.95rem; }
.about { padding: 1.3rem 1.5rem 1.1rem 1.6rem; border-inline-start: 3px dotted var(--line); }
h3 { font-size: 1.65rem; }
.location { margin-top: 0.15rem; color: var(--muted); }
.dates { display: flex; flex-wrap: wrap; gap: 0.15rem 1.1rem; margin-top: 0.6rem; font-weight: 600; }
.dates small { color: var(--event); }
.dates .sold-out time { color: var(--muted); text-decoration: line-through; font-weight: 400; }
.dates .further { color: var(--muted); font-weight: 400; }
.text { margin-top: 0.6rem; max-width: 38em; unicode-bidi: isolate; }
details { margin-top: 0.3rem; }
summary { display: inline-block; cursor: pointer; color: var(--event); text-decoration: underline; text-underline-offset: 0.15em; }
details[open] summary { display: none; }
.price {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; margin-top: 0.9rem; padding-top: 0.7rem;
  border-top: 1px solid var(--line);
}
.price .label { color: var(--muted); margin-inline-end: 0.35em; }
.price strong { margin-inline-start: auto; font-weight: 600; }
.left { color: var(--general); }
.price .sold-out { color: var(--event); }
.more { display: flex; flex-wrap: wrap; gap: 0 1em; margin-top: 1.25rem; }
.empty { padding: 2.2rem 1.5rem; background: var(--paper); color: var(--muted); text-align: center; font-size: 1.25rem; }

.hours table { width: 100%; border-collapse: collapse; background: var(--paper); }
.hours h3 { margin: 1.75rem 0 0.8rem; font-size: 1.3rem; }
.hours p { margin-bottom: 1rem; }
.hours .entry { margin-top: 1rem; text-align: center; }
th, td { padding: 0.5rem 1.1rem; border-bottom: 1px solid var(--line); font-weight: 400; text-align: start; vertical-align: baseline; }
td { text-align: end; }
tr:last-child > * { border-bottom: 0; }
th::first-letter { text-transform: uppercase; }
.now > * { font-weight: 600; color: var(--general); }
.closed { color: var(--muted); font-style: italic; }
:lang(ja) .closed { font-style: normal; }
.now .closed { color: inherit; }
td small { display: block; color: var(--event); font-weight: 400; }

footer { margin-top: 3rem; padding: 1.2rem 0 0.5rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 1rem; }
footer ul { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.3rem 1.75rem; }

@media (max-width: 30rem) {
  :root { --stub-width: 4.25rem; }
  .stub { padding-top: 1.2rem; }
  .stub b { font-size: 2.2rem; }
  .stub span:first-child { font-size: 0.95rem; letter-spacing: 0.08em; }
  .stub .weekday { font-size: 0.75rem; }
  .about { padding: 1rem 1rem 0.9rem; }
  h3 { font-size: 1.4rem; }
  header { padding-inline: 0; border-width: 34px; border-image-width: 34px; }
}
@media print {
  :root {
    --page: #fff; --paper: #fff; --ink: #000; --muted: #444; --line: #999; --general: #000; --event: #000;
    --frame: ${frame('#fff', '#fff', '#000')};
  }
  body { padding: 0; font-size: 11pt; }
  header { border-width: 30px; border-image-width: 30px; padding: 0; }
  main.full { display: block; }
  .hours { max-width: 24rem; margin-top: 2rem; break-inside: avoid; }
  article { break-inside: avoid; mask: none; border: 1px solid; }
  .stub { color: #000; background: none; border-inline-end: 1px dotted; }
  .about { border: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
  summary, footer, .more a { display: none; }
}
`

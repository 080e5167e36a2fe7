import { hash } from 'node:crypto'

/** Shows the buttons that print the page: without JavaScript there are none. */
const content = `for (const button of document.querySelectorAll('button.print')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
`

/** The script of the pages of visitors, at a path that names its content. */
export const shopScript = { path: `/my-tickets/${hash('sha256', content, 'hex').slice(0, 16)}.js`, content }

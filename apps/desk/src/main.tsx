import { render } from 'preact'
import { openTicket } from './open-ticket.ts'
import { watchHandScanner } from './shell/hand-scanner.ts'
import { loadLanguage } from './shell/languages.ts'
import { recall } from './shell/remembered.ts'
import { Shell } from './shell/shell.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'

// Not `await` at the top: the files of the pages import this one, and would wait for it.
const start = async () => {
  const [remembered] = await Promise.all([recall().catch(() => undefined), loadLanguage()])
  watchHandScanner(openTicket)
  render(<Shell remembered={remembered} />, document.querySelector('#desk')!)
}
void start()

import { render } from 'preact'
import { loadLanguage } from './shell/languages.ts'
import { recall } from './shell/remembered.ts'
import { Shell } from './shell/shell.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'

const [remembered] = await Promise.all([recall().catch(() => undefined), loadLanguage()])
render(<Shell remembered={remembered} />, document.querySelector('#desk')!)

import { render } from 'preact'
import { loadLanguage } from './shell/languages.ts'
import { Shell } from './shell/shell.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'

await loadLanguage()
render(<Shell />, document.querySelector('#desk')!)

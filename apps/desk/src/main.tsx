import { render } from 'preact'

render(<h1>Museum</h1>, document.querySelector('#desk')!)

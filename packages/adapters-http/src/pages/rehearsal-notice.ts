import { type Language, dictionaries } from '@museum/languages'
import { html } from 'hono/html'

/** The first line of a visitor's page of a rehearsal: that its tickets are not valid; nothing otherwise. */
export const rehearsalNotice = (language: Language, isRehearsal = false) =>
  isRehearsal ? html`<aside class="rehearsal">${dictionaries[language].rehearsal.notValid}</aside>` : ''

/** The style of that line, on screens and on paper. */
export const rehearsalNoticeStyle = `
/* Nothing that has the focus is below the line. */
:root:has(.rehearsal) { scroll-padding-top: 4rem; }
.rehearsal {
  position: sticky; top: 0; z-index: 1; margin: 0; padding: 0.5rem 1rem; border-bottom: 2px solid; background: var(--paper); color: var(--event);
  font-size: 1.25rem; font-weight: 600; line-height: 1.25; text-align: center;
}
`

import type { ComponentType } from 'preact'
import { texts } from '../shell/languages.ts'
import type { PageProps } from '../shell/page.ts'
import { hrefOf } from '../shell/router.ts'
import { Audit } from './audit.tsx'
import { Events } from './events.tsx'
import { Figures } from './figures.tsx'
import { Hours } from './hours.tsx'
import { Import } from './import.tsx'
import { Prices } from './prices.tsx'
import { Users } from './users.tsx'
import { Webhooks } from './webhooks.tsx'
import './office.css'

const sections = [
  { path: 'events', title: 'events', Section: Events },
  { path: 'figures', title: 'figures', Section: Figures },
  { path: 'hours', title: 'hours', Section: Hours },
  { path: 'prices', title: 'prices', Section: Prices },
  { path: 'import', title: 'import', Section: Import },
  { path: 'audit', title: 'audit', Section: Audit },
  { path: 'webhooks', title: 'webhooks', Section: Webhooks },
  { path: 'users', title: 'users', Section: Users },
] as const satisfies readonly { path: string; title: string; Section: ComponentType<PageProps> }[]

/** The work of administrators. */
const OfficePage = ({ segments }: PageProps) => {
  const { office: words } = texts.value
  const { path: current, Section } = sections.find(({ path }) => path === segments[0]) ?? sections[0]
  return (
    <div class="stack">
      <nav class="sections screen-only" aria-label={words.title}>
        {sections.map(({ path, title }) => (
          <a key={path} href={hrefOf(['office', path])} {...(path === current && { 'aria-current': 'page' as const })}>
            {words[title]}
          </a>
        ))}
      </nav>
      <Section segments={segments.slice(1)} />
    </div>
  )
}

export default OfficePage

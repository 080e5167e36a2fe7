import type { ComponentType } from 'preact'
import type { PageProps } from '../shell/page.ts'
import { texts } from '../shell/languages.ts'
import { hrefOf } from '../shell/router.ts'
import { Closing } from './closing.tsx'
import { Find } from './find.tsx'
import { Refunds } from './refunds.tsx'
import { Sell } from './sell.tsx'
import './box-office.css'

const sections = [
  { path: 'sell', title: 'sell', Section: Sell },
  { path: 'find', title: 'find', Section: Find },
  { path: 'refunds', title: 'refunds', Section: Refunds },
  { path: 'closing', title: 'closing', Section: Closing },
] as const satisfies readonly { path: string; title: string; Section: ComponentType }[]

/** The work at the box office: selling, finding and cancelling tickets, refunds, and the day's closing. */
const BoxOfficePage = ({ segments }: PageProps) => {
  const { boxOffice: words } = texts.value
  const { path: current, Section } = sections.find(({ path }) => path === segments[0]) ?? sections[0]
  return (
    <>
      <nav class="sections screen-only" aria-label={words.title}>
        {sections.map(({ path, title }) => (
          <a
            key={path}
            href={hrefOf(['box-office', path])}
            {...(path === current && { 'aria-current': 'page' as const })}
          >
            {words[title]}
          </a>
        ))}
      </nav>
      <Section />
    </>
  )
}

export default BoxOfficePage

import type { ComponentType } from 'preact'
import { texts } from '../shell/languages.ts'
import type { PageProps } from '../shell/page.ts'
import { hrefOf } from '../shell/router.ts'
import { Users } from './users.tsx'

const sections = [{ path: 'users', title: 'users', Section: Users }] as const satisfies readonly {
  path: string
  title: string
  Section: ComponentType
}[]

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
      <Section />
    </div>
  )
}

export default OfficePage

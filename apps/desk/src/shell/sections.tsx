import type { ComponentType } from 'preact'
import type { PageProps } from './page.ts'
import { hrefOf } from './router.ts'

/** A part of a page, with a path below that of the page. */
type Section = Readonly<{ path: string; title: string; Section: ComponentType<PageProps> }>

/** A page in sections. The first one is shown, unless the path below that of the page names another. */
export const Sections = ({
  page,
  title,
  sections,
  segments: [path, ...segments],
}: Readonly<{ page: string; title: string; sections: readonly Section[] }> & PageProps) => {
  const { path: current, Section } = sections.find((each) => each.path === path) ?? sections[0]!
  return (
    <>
      <nav class="sections screen-only" aria-label={title}>
        {sections.map(({ path, title }) => (
          <a key={path} href={hrefOf([page, path])} {...(path === current && { 'aria-current': 'page' as const })}>
            {title}
          </a>
        ))}
      </nav>
      <Section segments={segments} />
    </>
  )
}

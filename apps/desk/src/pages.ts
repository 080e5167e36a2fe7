import type { DeskTexts } from '@museum/languages/desk'
import type { ComponentType } from 'preact'
import type { Role } from './shell/session.ts'

/** What a page gets: the path below its own, `['events', '…']` of `#/office/events/…`. */
export type PageProps = Readonly<{ segments: readonly string[] }>

/** A page of the desk. Its code is loaded when it is first shown. */
export type Page = Readonly<{
  path: string
  /** The roles that have it, those of the operations that it calls. */
  roles: readonly Role[]
  title: (texts: DeskTexts) => string
  load: () => Promise<Readonly<{ default: ComponentType<PageProps> }>>
}>

/** The pages in the order of the navigation. A user begins with the first one of the role. */
export const pages: readonly Page[] = [
  {
    path: 'box-office',
    roles: ['admin', 'box-office'],
    title: (texts) => texts.boxOffice.title,
    load: () => import('./box-office/box-office-page.tsx'),
  },
  {
    path: 'gate',
    roles: ['admin', 'gate'],
    title: (texts) => texts.gate.title,
    load: () => import('./gate/gate-page.tsx'),
  },
  {
    path: 'hours',
    roles: ['admin', 'box-office', 'gate', 'reader'],
    title: (texts) => texts.hours.title,
    load: () => import('./hours/hours-page.tsx'),
  },
]

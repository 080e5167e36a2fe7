import type { DeskTexts } from '@museum/languages/desk'
import type { ComponentType } from 'preact'
import type { Role } from './session.ts'

/** What a page gets: the path below its own, `['events', '…']` of `#/office/events/…`. */
export type PageProps = Readonly<{ segments: readonly string[] }>

/** A page of the desk. Its code is loaded when it is first shown. */
export type Page = Readonly<{
  path: string
  /** The roles that have it: the roles of the operations that it calls. */
  roles: readonly Role[]
  title: (texts: DeskTexts) => string
  /** Whether its link is beside the name of the user, not in the navigation. */
  isOfUser?: true
  /**
   * For a page that goes on when the API no longer accepts the credentials: what is then said above it. Other pages wait below the
   * sign-in.
   */
  withoutSignIn?: (texts: DeskTexts) => string
  load: () => Promise<Readonly<{ default: ComponentType<PageProps> }>>
}>

import { computed, signal } from '@preact/signals'

/**
 * The path within the desk is the fragment of the URL, `#/office/events?month=2030-05`: so the page can be served by any web
 * server, at any path.
 */
export type Route = Readonly<{
  segments: readonly string[]
  query: URLSearchParams
  /** What the page was opened with that must not stand in the URL, such as a code. */
  handed?: string | undefined
}>

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The route of a fragment such as `#/gate/conflicts?date=2030-05-17`. */
const routeOf = (fragment: string): Route => {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?')
  return { segments: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

/** The values of a query that are not empty. */
export const givenValues = (query: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** The link to a path, with the values that are not empty: `hrefOf(['office', 'events'], { month: '2030-05' })`. */
export const hrefOf = (segments: readonly string[], query: Readonly<Record<string, string>> = {}): string => {
  const text = new URLSearchParams(givenValues(query)).toString()
  return `#/${segments.map(encodeURIComponent).join('/')}${text && `?${text}`}`
}

const current = signal<Readonly<{ fragment: string; handed?: string | undefined }>>({
  fragment: globalThis.location?.hash ?? '',
})

/** Leaves the page with `go`: at once, or once the user has agreed. */
let leave = (go: () => void): void => go()
export const leavePage: typeof leave = (go) => leave(go)
/** Lets a page ask before it is left. Returns what ends that. */
export const guardPage = (ask: typeof leave): (() => void) => {
  const before = leave
  leave = ask
  return () => {
    leave = before
  }
}

globalThis.addEventListener?.('hashchange', () => {
  const [shown, wanted] = [current.peek().fragment, location.hash]
  if (wanted === shown) return
  // Until the page is left, the URL is its own.
  history.replaceState(null, '', shown)
  leave(() => show(wanted, true))
})

export const route = computed<Route>(() => ({ ...routeOf(current.value.fragment), handed: current.value.handed }))

const show = (fragment: string, replace: boolean, handed?: string) => {
  if (replace) history.replaceState(null, '', fragment)
  else location.hash = fragment
  current.value = { fragment, handed }
}

/** Goes to a path; with `replace`, the current one is not kept in the history. `handed` is part of the route, and not of the URL. */
export const navigate = (
  href: string,
  { replace = false, handed }: Readonly<{ replace?: boolean; handed?: string }> = {},
): void => leave(() => show(href, replace, handed))

/**
 * The name under which the browser keeps something of the desk whose page has this URL. All pages of an origin share these names, so
 * that of a museum below a path begins with the path: `/a/ museum-gate`. The service worker gets a copy of this function, which
 * therefore uses nothing outside it.
 */
export const nameBelowPath = (name: string, page: string): string => {
  // `/desk/` for a museum at the root.
  const path = new URL('.', page).pathname.replace(/\/desk\/$/, '/')
  // A path has no space, so that no name begins with the name of another museum.
  return path === '/' ? name : `${path} ${name}`
}

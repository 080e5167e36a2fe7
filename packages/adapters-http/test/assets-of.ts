/** The paths of the scripts and style sheets that a page loads, of an API with this mount path. */
export const assetsOf = (page: string, mountPath = '') =>
  [...page.matchAll(new RegExp(`(?:src|href)="(${mountPath}/docs/assets/[^"]+)"`, 'g'))].map(([, path]) => path!)

/** The paths of the scripts and style sheets that a page of an API loads. They begin with the mount path of the API. */
export const assetsOf = (page: string, mountPath = '') =>
  [...page.matchAll(new RegExp(`(?:src|href)="(${mountPath}/docs/assets/[^"]+)"`, 'g'))].map(([, path]) => path!)

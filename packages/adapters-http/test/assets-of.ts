/** The paths of the scripts and style sheets that a page loads. */
export const assetsOf = (page: string) =>
  [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!)

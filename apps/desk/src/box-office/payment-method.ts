import { texts } from '../shell/languages.ts'

/** How the page names a payment method: the usual ones in its language, others as they are, and `–` for none. */
export const nameOfMethod = (method: string | null): string => {
  const names: Readonly<Record<string, string>> = texts.value.boxOffice.methods
  return method === null ? '–' : Object.hasOwn(names, method) ? names[method]! : method
}

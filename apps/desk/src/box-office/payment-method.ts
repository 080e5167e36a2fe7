import { texts } from '../shell/languages.ts'

/** How the page names a payment method: methods that the desk records in its language, others as they are, and `–` for none. */
export const nameOfMethod = (method: string | null): string => {
  const words = texts.value.boxOffice
  return method === 'cash' || method === 'card' ? words[method] : (method ?? '–')
}

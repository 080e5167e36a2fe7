import { texts } from '../shell/languages.ts'

/** How the page names a payment method: those that the desk itself records in its language, others as they are. */
export const nameOfMethod = (method: string): string => {
  const words = texts.value.boxOffice
  return method === 'cash' || method === 'card' ? words[method] : method
}

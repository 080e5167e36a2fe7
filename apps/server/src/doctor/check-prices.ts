import type { MuseumDatabase } from '@museum/adapters-persistence'
import { findFinerPrices } from '@museum/adapters-persistence/maintenance'
import { Price } from '@museum/domain'
import { isolated } from '@museum/languages'
import { counted } from '../command-line/output.ts'
import type { Config } from '../settings/settings.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('prices')

const maxNamed = 20

/** Checks that the prices of the events and of the price categories can be paid in the museum's currency. */
export const checkPrices = async (
  database: MuseumDatabase,
  { currency }: Pick<Config, 'currency'>,
): Promise<readonly Finding[]> => {
  const { count, events, categories } = await findFinerPrices(database, currency, maxNamed)
  if (count === 0 && categories.length === 0) return [ok(`The prices can be paid in ${currency}.`)]
  const finer = (what: string, price: Price, each: string) =>
    warning(
      `${what} costs ${Price.toAmount(price).toFixed(2)}, which is finer than ${currency}.`,
      `Give the ${each} another price, or correct MUSEUM_CURRENCY. Tickets that are sold keep their price.`,
    )
  const named = [
    ...categories.map(({ priceCategory, name, generalPrice }) =>
      finer(`General entry of the price category ${isolated(name)} (${priceCategory})`, generalPrice, 'price category'),
    ),
    ...events.map(({ eventId, name, price }) => finer(`The event ${isolated(name)} (${eventId})`, price, 'event')),
  ]
  const more = count - events.length
  return findingsIn([
    named,
    more > 0 &&
      warning(`The prices of ${counted(more, 'more event')} are finer than ${currency}.`, 'Correct these first.'),
  ])
}

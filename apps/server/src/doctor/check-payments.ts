import { type MuseumDatabase, kyselyRepositories } from '@museum/adapters-persistence'
import { type PaymentProvider, Unavailable } from '@museum/application'
import { Price } from '@museum/domain'
import { commandName } from '../command-line/command-name.ts'
import { clockDifference, inWords } from './check-time.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('payments')

/** Milliseconds. Stripe opens pages for at least 30 minutes, and one is opened for 31 minutes by the clock of this machine. */
const maxHarmlessDifference = 30_000
const maxNamed = 20

/** Checks that the payment provider answers, that the museum's key may do what is needed, and that the clocks agree. */
export const checkPaymentProvider = async (provider: PaymentProvider): Promise<readonly Finding[]> => {
  const before = Date.now()
  try {
    const { clock, faults } = await provider.inspect()
    const difference = clock === undefined ? 0 : clockDifference(before, Date.now(), clock)
    const differ = difference > maxHarmlessDifference ? serious : warning
    const findings = findingsIn([
      faults.map((fault) =>
        serious(
          fault,
          'Give the key this right in the Dashboard of Stripe, or put another one into MUSEUM_STRIPE_KEY_FILE.',
        ),
      ),
      difference > 0 &&
        differ(
          `The clocks of this machine and of the payment provider differ by ${inWords(difference)}.`,
          'Set the clock of this machine by NTP: `timedatectl` shows whether it runs. Payment pages end by this clock.',
        ),
    ])
    return findings.length > 0 ? findings : [ok('The payment provider answers, and the key may do what is needed.')]
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return [
      warning(
        error.message,
        'Run doctor again. If this stays, check whether this machine reaches the payment provider. Open payments are held meanwhile, for two hours.',
      ),
    ]
  }
}

/** Finds payments that only the payment provider knows: visitors have paid in vain. */
export const checkUnknownPayments = async (database: MuseumDatabase): Promise<readonly Finding[]> => {
  const unknown = await kyselyRepositories(database).reservations.unknownPayments()
  const more = unknown.length - maxNamed
  return findingsIn([
    unknown
      .slice(0, maxNamed)
      .map(({ reference, amount, currency, reservationId }) =>
        serious(
          `A visitor has paid ${Price.toAmount(amount).toFixed(2)} ${currency} for a reservation that is not stored here: ${reference}.`,
          `Refund it at the payment provider. \`${commandName()} call getReservation --reservationId ${reservationId}\` shows what is known; it is settled within an hour after the refund.`,
        ),
      ),
    more > 0 && serious(`There are ${more} more such payments.`, 'Refund these first, then run doctor again.'),
  ])
}

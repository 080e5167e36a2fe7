import type { Brand } from '../brand.ts'
import { integerValue } from '../fault.ts'

/** A rate of value added tax in hundredths of a per cent, 0 to 10,000: `1900` is 19 %. */
export type VatRate = Brand<number, 'VatRate'>
/** Makes a `VatRate` from hundredths of a per cent. Throws a `TypeError` for any other number than an integer from 0 to 10,000. */
export const VatRate = integerValue<VatRate>(0, 10_000, 'percentage-out-of-range')

/** The rates of tax that the prices of tickets contain; absent where no tax is named. */
export type VatRates = Readonly<{ general?: VatRate; event?: VatRate }>
/** The rates of general entry and of events. */
export const VatRates = {
  /** These rates; undefined without any. */
  of: (general: VatRate | undefined, event: VatRate | undefined): VatRates | undefined =>
    general === undefined && event === undefined
      ? undefined
      : { ...(general !== undefined && { general }), ...(event !== undefined && { event }) },
}

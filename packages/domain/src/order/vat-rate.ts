import type { Brand } from '../brand.ts'
import { integerValue, valueObject } from '../fault.ts'

/** A rate of value added tax in hundredths of a per cent, 0 to 10,000: `1900` is 19 %. */
export type VatRate = Brand<number, 'VatRate'>
/** Makes a `VatRate` from hundredths of a per cent. Throws a `TypeError` for any other number than an integer from 0 to 10,000. */
export const VatRate = Object.assign(integerValue<VatRate>(0, 10_000, 'percentage-out-of-range'), {
  /** Makes a `VatRate` from per cent, `8.1`. Throws a `TypeError` for any other number than 0 to 100 with at most two decimals. */
  ofPercent: valueObject<number, VatRate>(
    (percent) =>
      percent >= 0 && percent <= 100 && /^\d+(\.\d{1,2})?$/.test(String(percent))
        ? undefined
        : {
            code: 'not-a-vat-rate',
            detail: 'must be a number from 0 to 100 with at most two decimals, such as 19 or 8.1',
          },
    (percent) => Math.round(percent * 100) as VatRate,
  ),
  /** The rate in per cent, `8.1`. */
  toPercent: (rate: VatRate): number => rate / 100,
})

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

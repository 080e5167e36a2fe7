/** The stable code for what is wrong with one value, as problem details and tests use it. */
export type FaultCode =
  | 'text-blank'
  | 'text-too-long'
  | 'text-control-character'
  | 'text-not-unicode'
  | 'not-a-uuid'
  | 'not-a-calendar-date'
  | 'not-a-time-of-day'
  | 'closes-before-it-opens'
  | 'too-many-exceptions'
  | 'duplicate-date'
  | 'no-dates'
  | 'too-many-dates'
  | 'price-out-of-range'
  | 'price-too-precise'
  | 'not-an-email'
  | 'not-a-phone'
  | 'not-a-currency'
  | 'not-a-price-category'
  | 'percentage-out-of-range'
  | 'too-many-price-categories'
  | 'duplicate-price-category'
  | 'duplicate-price-category-name'
  | 'full-price-not-100'
  | 'full-price-missing'
  | 'full-price-has-general-price'
  | 'unknown-price-category'
  | 'unknown-event'
  | 'no-items'
  | 'too-many-items'
  | 'quantity-out-of-range'
  | 'too-many-tickets'
  | 'not-a-payment-method'
  | 'online-method'
  | 'no-reference'
  | 'not-an-order-number'
  | 'not-a-confirmation-code'
  | 'not-the-method-of-the-order'
  | 'duplicate-method'
  | 'not-a-webhook-url'
  | 'not-a-username'
  | 'not-a-password'
  | 'wrong-password'
  | 'not-a-language'
  | 'not-a-return-url'
  | 'not-a-page-url'
  | 'not-a-vat-rate'
  | 'not-a-list-of-methods'
  | 'needed-by-shop'
  | 'not-in-the-future'
  | 'too-far-ahead'
  | 'after-the-last-date'
  | 'until-required'
  | 'no-until'
  | 'not-one-for-each-item'
  | 'no-tickets'
  | 'capacity-out-of-range'
  | 'event-id-required'
  | 'event-not-on-that-date'
  | 'date-in-the-past'
  | 'museum-closed'
  | 'start-after-end'
  | 'too-many-days'
  | 'sold-out'
  | 'minutes-out-of-range'
  | 'no-times'
  | 'too-many-times'
  | 'times-not-ascending'
  | 'entry-time-required'
  | 'not-an-entry-time'
  | 'no-entry-times'
  | 'entry-time-over'
  | 'scanned-at-required'
  | 'whole-order-offline'
  | 'scanned-in-the-future'
  | 'scanned-too-long-ago'

/** Numbers, dates (`YYYY-MM-DD`) and times (`HH:mm`) by name, as a response has them: amounts are in whole currency units. */
export type FaultValues = Readonly<Record<string, string | number | null | readonly string[]>>

/**
 * What is wrong with one value: the stable code, and a sentence that tells a person what to change. `values` are the numbers, dates
 * and times of that sentence, for a client that says it in another language.
 */
export type Fault<Code extends string = FaultCode> = Readonly<{ code: Code; detail: string; values?: FaultValues }>

/**
 * Creates the function that turns raw input into a value. It throws a `TypeError` for faulty input: callers must check
 * with its `faultOf` first, which returns what is wrong, if anything.
 */
export const valueObject = <Raw, Value, Code extends string = FaultCode>(
  faultOf: (raw: Raw) => Fault<Code> | undefined,
  make: (raw: Raw) => Value = (raw) => raw as unknown as Value,
) =>
  Object.assign(
    (raw: Raw): Value => {
      const fault = faultOf(raw)
      if (fault !== undefined) throw new TypeError(`${fault.code}: ${fault.detail}`)
      return make(raw)
    },
    {
      /** What is wrong with raw input: a code and a sentence; `undefined` when a value can be made from it. */
      faultOf,
    },
  )

/** The function that makes a value of an integer from `min` to `max`; any other number has the fault `code`. */
export const integerValue = <Value, Code extends string = FaultCode>(min: number, max: number, code: Code) =>
  valueObject<number, Value, Code>((number) =>
    Number.isInteger(number) && number >= min && number <= max
      ? undefined
      : { code, detail: `must be an integer from ${min} to ${max}`, values: { min, max } },
  )

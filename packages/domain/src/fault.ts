/** The stable word for what is wrong with one value. The same word stands in the problem record and in the tests. */
export type FaultCode =
  | 'text-blank'
  | 'text-too-long'
  | 'text-control-character'
  | 'text-not-unicode'
  | 'not-a-uuid'
  | 'not-a-calendar-date'
  | 'not-a-time-of-day'
  | 'closes-before-it-opens'
  | 'no-dates'
  | 'too-many-dates'
  | 'price-out-of-range'
  | 'price-too-precise'
  | 'not-an-email'
  | 'not-a-phone'
  | 'not-a-currency'
  | 'event-id-required'
  | 'event-not-on-that-date'
  | 'date-in-the-past'
  | 'museum-closed'

/** What is wrong with one value: the stable code, and a sentence that tells a person what to change. */
export type Fault = Readonly<{ code: FaultCode; detail: string }>

/**
 * The valueObject of a value that is made from raw material.
 * Called, it makes the value and throws a `TypeError` when the material is faulty: whoever calls has already looked.
 * `faultOf` is how one looks.
 */
export const valueObject = <Raw, Value>(
  faultOf: (raw: Raw) => Fault | undefined,
  make: (raw: Raw) => Value = (raw) => raw as unknown as Value,
) =>
  Object.assign(
    (raw: Raw): Value => {
      const fault = faultOf(raw)
      if (fault !== undefined) throw new TypeError(`${fault.code}: ${fault.detail}`)
      return make(raw)
    },
    { faultOf },
  )

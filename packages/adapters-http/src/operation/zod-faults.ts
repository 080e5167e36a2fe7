import { type ZodError, z } from 'zod'
import { type WireFaultCode, isWireFaultCode } from '../problems/fault-codes.ts'

/** Adds an issue with a fault code to those that zod has found; `toFaults` turns it into a fault. */
export const addIssue = (
  { issues, value }: Pick<z.core.ParsePayload, 'issues' | 'value'>,
  code: WireFaultCode,
  detail: string,
  ...path: PropertyKey[]
) => {
  issues.push({ code: 'custom', input: value, message: detail, params: { code }, path })
  return z.NEVER
}

/** The faults of an input that a schema has refused. `placeOf` gives the place of an issue's path. */
export const toFaults = <Place>(
  error: ZodError,
  input: unknown,
  placeOf: (path: readonly PropertyKey[]) => Place,
): (Place & Description)[] =>
  error.issues.map((issue) => ({ ...placeOf(issue.path), ...describe(issue, valueAt(input, issue.path)) }))

type Description = Readonly<{ code: WireFaultCode; detail: string }>

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input)

const describe = (issue: z.core.$ZodIssue, value: unknown): Description => {
  if (issue.code === 'custom' && isWireFaultCode(issue.params?.['code']))
    return { code: issue.params['code'], detail: issue.message }
  if (value === undefined) return { code: 'missing', detail: 'is required' }
  if (value === null) return { code: 'null-not-allowed', detail: 'must not be null' }
  if (issue.code === 'invalid_value') return { code: 'unknown-value', detail: `must be ${issue.values.join(' or ')}` }
  return { code: 'wrong-type', detail: `must be of type ${issue.code === 'invalid_type' ? issue.expected : 'another'}` }
}

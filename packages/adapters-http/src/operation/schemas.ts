import { DateOrInstant } from '@museum/application'
import { type Fault, type Instant, type MemberFault, CalendarDate, TimeOfDay } from '@museum/domain'
import { type ZodError, type ZodType, z } from 'zod'
import { type WireFaultCode, isWireFaultCode } from '../problems/fault-codes.ts'

/** Makes a value of the domain from a raw value without faults. */
export type ValueObject<Raw, Value> = ((raw: Raw) => Value) & {
  faultOf: (raw: Raw) => Fault<WireFaultCode> | undefined
}

/** The transformation that makes a value of the domain, and reports its fault if it is not valid. */
export const toDomainValue =
  <Raw, Value>(valueObject: ValueObject<Raw, Value>) =>
  (raw: Raw, ctx: z.core.$RefinementCtx<Raw>): Value => {
    const fault = valueObject.faultOf(raw)
    return fault === undefined ? valueObject(raw) : addIssue(ctx, fault)
  }

/** The schema of a string that becomes a value of the domain. */
export const text = <Value>(valueObject: ValueObject<string, Value>) => z.string().transform(toDomainValue(valueObject))

/** The schema of a member that may be absent. Null means that it is absent. */
export const optionalMember = <Schema extends ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)

/** What the OpenAPI document says of a schema, for the optional member that is made of it. */
export const metaOf = (schema: ZodType) => ({ ...schema.meta() })

/**
 * Adds an example that the API reference does not fill in: of an optional parameter, or an identifier that no museum
 * has. It is in `examples`, since the reference fills in an `example`.
 */
export const withExample = (example: string) => ({ example: undefined, examples: [example] })

/** A query parameter that is `true` or `false`, by default `false`. */
export const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .meta({ description })

const date = text(CalendarDate)

/** A date of a request, as `YYYY-MM-DD`. */
export const calendarDate = (description: string) =>
  date.meta({ format: 'date', pattern: patterns.date, description, ...withExample('2030-05-17') })

/** A time of day of a request, as `HH:mm` on the museum's clock. */
export const timeOfDay = (description: string, example = '11:30') =>
  text(TimeOfDay).meta({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, example })

/**
 * A moment of a request, as a date-time with an offset (RFC 3339) of the years 1970 to 9999 in UTC. Digits after the
 * milliseconds are dropped; a leap second (second 60) is a fault.
 */
export const dateTimeSchema = (description: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const value = DateOrInstant.faultOf(text) === undefined ? DateOrInstant(text) : undefined
      return typeof value === 'number'
        ? value
        : addIssue(ctx, {
            code: 'not-a-date-time',
            detail:
              'must be a date and time of the years 1970 to 9999 with an offset and seconds from 00 to 59, such as ' +
              '2030-05-17T09:00:00+02:00 or 2030-05-17T07:00:00.250Z',
          })
    })
    .meta({ format: 'date-time', description, example: '2030-05-17T19:02:11.250+02:00' })

/**
 * The schemas of members of responses, with their descriptions and examples. The functions `to…Body` list every member of a body,
 * so that no other member is sent.
 */
export const shownText = (description: string, example?: string) => z.string().meta({ description, example })
export const shownNumber = (description: string, example?: number) => z.number().meta({ description, example })
export const shownCount = (description: string, example?: number) => z.int().min(0).meta({ description, example })
export const shownId = (description: string, example?: string) => z.uuid().meta({ description, example })
export const shownDate = (description: string, example = '2030-05-17') => z.iso.date().meta({ description, example })
export const shownDateTime = (description: string, example = '2030-05-01T10:00:00.000Z') =>
  z.iso.datetime().meta({ description, example })
export const shownDayEnds = shownText(
  "Until when gates also admit tickets of the day before, HH:mm on the museum's clock; 00:00: they do not.",
  '03:00',
)

/** A moment in a response: `2030-05-17T17:02:11.250Z`. */
export const toDateTime = (instant: Instant): string => new Date(instant).toISOString()

/** A character of a host name other than a hyphen and a dot: an ASCII letter or digit, or any other character than ASCII. */
const letter = String.raw`[^@\s\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x9f]`
const label = `${letter}+(-+${letter}+)*`
const mailDomain = String.raw`${label}(\.${label})*\.?`
const byte = '(0|[1-9][0-9]{0,2})'

/**
 * The rules of the domain for texts, as patterns for the OpenAPI document. They use only features that regular
 * expressions have in all languages, without flags. So they match a few values that the domain refuses, such as a name
 * of only invisible characters.
 */
export const patterns = {
  /** A date of the years 1970 to 9999. `format: date` says that its month has that day. */
  date: '^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  /** Without control characters, and not only white space. */
  line: String.raw`^[^\S\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`,
  /** Without control characters, except TAB, LF and CR. */
  lines: String.raw`^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$`,
  /** The same, and not only white space. */
  filledLines: String.raw`^[^\S\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$`,
  /** An http or https URL without white space, user and password. */
  pageUrl: String.raw`^[hH][tT][tT][pP][sS]?://[^\s\x00-\x1f\x7f-\x9f/?#\\@]+([/?#][^\s\x00-\x1f\x7f-\x9f]*)?$`,
  /** One @ between a part without white space and `; , | < > ( ) [ ] : \ "`, and a host name or an IPv4 address in brackets. */
  email: String.raw`^[^@\s\x00-\x1f\x7f-\x9f;,|<>"()\[\]:\\]+@(${mailDomain}|\[${byte}(\.${byte}){3}\])$`,
  /** One @ between two parts without white space. */
  storedEmail: String.raw`^[^@\s\x00-\x1f\x7f-\x9f]+@[^@\s\x00-\x1f\x7f-\x9f]+$`,
  /** At least three digits, with punctuation. */
  phone: String.raw`^([+()\-./x# ]*[0-9]){3}[0-9+()\-./x# ]*$`,
  /** `*`, or a list of entity tags; empty elements of a list are allowed. */
  entityTags: String.raw`^(\*|[ \t,]*(W/)?"[^\x00-\x20\x22\x7f]*"([ \t]*,[ \t,]*(W/)?"[^\x00-\x20\x22\x7f]*")*[ \t,]*)$`,
} as const

/** Adds a fault to the issues that zod has found; `toFaults` turns them into faults. */
export const addIssue = (
  { issues, value }: Pick<z.core.ParsePayload, 'issues' | 'value'>,
  fault: Fault<WireFaultCode>,
  ...path: PropertyKey[]
) => {
  issues.push({ code: 'custom', input: value, message: fault.detail, params: fault, path })
  return z.NEVER
}

/** Adds faults of the domain, whose members are paths like `2/name`, empty for the value itself. */
export const addFaults = (ctx: Pick<z.core.ParsePayload, 'issues' | 'value'>, faults: readonly MemberFault[]): void => {
  const keyOf = (part: string) => (/^\d+$/.test(part) ? Number(part) : part)
  for (const { member, ...fault } of faults)
    addIssue(ctx, fault, ...(member === '' ? [] : member.split('/').map(keyOf)))
}

/** The faults of an input that a schema refused. `placeOf` returns the place for an issue's path. */
export const toFaults = <Place>(
  error: ZodError,
  input: unknown,
  placeOf: (path: readonly PropertyKey[]) => Place,
): (Place & Description)[] =>
  error.issues.map((issue) => ({ ...placeOf(issue.path), ...describe(issue, valueAt(input, issue.path)) }))

type Description = Fault<WireFaultCode>

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input)

const describe = (issue: z.core.$ZodIssue, value: unknown): Description => {
  if (issue.code === 'custom' && isWireFaultCode(issue.params?.['code'])) return issue.params as Description
  if (value === undefined) return { code: 'missing', detail: 'is required' }
  if (value === null) return { code: 'null-not-allowed', detail: 'must not be null' }
  if (issue.code === 'invalid_value')
    return {
      code: 'unknown-value',
      detail: `must be ${issue.values.join(' or ')}`,
      values: { allowed: issue.values.map(String) },
    }
  const expected = issue.code === 'invalid_type' ? issue.expected : 'another'
  return { code: 'wrong-type', detail: `must be of type ${expected}`, values: { expected } }
}

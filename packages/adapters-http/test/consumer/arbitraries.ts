import { codePoints } from '@museum/domain'
import fc from 'fast-check'
import { grapheme } from '../../../../tools/fast-check/characters.ts'
import { type Schema, resolve } from './openapi.ts'

/** Values that the caller knows, by the name of their member or parameter: identifiers of the museum, dates that it sells. */
export type KnownValues = Readonly<Record<string, fc.Arbitrary<unknown>>>

const day = 86_400_000
const moment = fc.integer({ min: 0, max: 253_402_300_799_000 })

/** Values that conform to a schema of the document. */
export const valid = (reference: Schema, known: KnownValues, name = ''): fc.Arbitrary<unknown> => {
  const schema = resolve(reference)
  if (Object.hasOwn(known, name) && schema.type !== 'null') return known[name]!
  const { oneOf, anyOf, ...common } = schema
  const alternatives = oneOf ?? anyOf
  if (alternatives !== undefined)
    return fc.oneof(...alternatives.map((each) => valid(Object.assign({}, common, each), known, name)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 })
    case 'number':
      return fc.integer({ min: 0, max: (schema.maximum ?? 1_000) * 100 }).map((cents) => cents / 100)
    case 'array':
      return fc.array(valid(schema.items ?? {}, known), { minLength: schema.minItems ?? 0, maxLength: 5 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([member, each]) => [member, valid(each, known, member)]),
        ),
        { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true },
      )
    case 'string':
      return validText(schema)
    default:
      return fc.oneof(...[schema.type ?? []].flat().map((type) => valid({ ...schema, type }, known, name)))
  }
}

const validText = ({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> => {
  if (format === 'date') return moment.map((at) => new Date(at - (at % day)).toISOString().slice(0, 10))
  if (format === 'date-time') return moment.map((at) => new Date(at).toISOString())
  if (format === 'uuid') return fc.uuid()
  const texts = pattern === undefined ? fc.string({ unit: grapheme }) : fc.stringMatching(new RegExp(pattern, 'u'))
  const longest = fc.constantFrom('1', 'é', '博', '🦣').map((character) => character.repeat(maxLength))
  const conforms = (text: string) =>
    codePoints(text) >= minLength && codePoints(text) <= maxLength && new RegExp(pattern ?? '', 'u').test(text)
  return fc.oneof({ arbitrary: texts, weight: 5 }, { arbitrary: longest, weight: 1 }).filter(conforms)
}

/** Values that mostly do not conform to a schema: of other types, too long, too large, or malformed. */
export const dubious = (reference: Schema, known: KnownValues, name: string): fc.Arbitrary<unknown> => {
  const schema = resolve(reference)
  const { maxLength = 200, maximum = 100, maxItems = 0 } = schema
  const text = valid(reference, known, name).map(String)
  return fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e15, [], {}, '', ' ', '\u{1f9a3}', '12', '"x"', 'W/"x", *'),
    fc.constantFrom('1969-12-31', '10000-01-01', '2030-02-30', '2030-13-01', '2030-5-17', '2030-05-17T25:00:00Z'),
    fc.constantFrom('visitor', 'a@b@c', 'a b@c', 'é@博物館', '+1(234', '123456789012345678901234567890123', 'x'),
    fc.constantFrom(maximum + 1, maximum + 0.01, 19.999, 0.001, 0.29, String(maximum + 1), '01', '1.0'),
    fc.constantFrom('x', '🦣').map((character) => character.repeat(maxLength + 1)),
    fc.constant(Array.from({ length: maxItems + 1 }, (_, n) => new Date(n * day).toISOString().slice(0, 10))),
    text.chain((content) =>
      fc.constantFrom(`${content}\u0000`, `\n${content}`, ` ${content}`, `${content}x`, content.replace(/^./u, ''), [
        content,
      ]),
    ),
  )
}

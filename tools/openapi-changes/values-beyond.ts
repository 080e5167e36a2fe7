import { type Components, type Schema, resolve } from './schema.ts'

/** A schema, with the components to which it may refer. */
type Side = Readonly<{ schema: Schema; components: Components }>

/**
 * Why some values that are valid by the schema `given` are not valid by the schema `limit`. Each difference starts with
 * the place of the value. The schemas are compared keyword by keyword: different patterns are a difference, even if one
 * implies the other.
 */
export const valuesBeyond = (given: Side, limit: Side, place = ''): readonly string[] =>
  compare(given, limit, place, new Set())

const compare = (given: Side, limit: Side, place: string, compared: Set<string>): readonly string[] => {
  // A schema may contain itself.
  const pair = `${given.schema.$ref} ${limit.schema.$ref}`
  if (given.schema.$ref !== undefined && limit.schema.$ref !== undefined) {
    if (compared.has(pair)) return []
    compared.add(pair)
  }
  const [a, b] = [resolved(given), resolved(limit)]
  const byType = compareByDiscriminator(a, b, place, compared)
  if (byType !== undefined) return byType
  const [fromA, fromB] = [alternativesOf(a), alternativesOf(b)]
  return fromA.flatMap((alternative) => {
    const differences = fromB.map((candidate) => compareSingle(alternative, candidate, place, compared))
    return differences.toSorted((x, y) => x.length - y.length)[0] ?? []
  })
}

const resolved = ({ schema, components }: Side): Side => ({ schema: resolve(schema, components), components })

/** The comparison for each value of a discriminator of `limit`; `undefined` when it has none, or `given` is a union. */
const compareByDiscriminator = (given: Side, limit: Side, place: string, compared: Set<string>) => {
  const { discriminator } = limit.schema
  const { properties = {}, oneOf } = given.schema
  if (discriminator === undefined || oneOf !== undefined) return undefined
  const { propertyName, mapping } = discriminator
  const member = resolved({ schema: properties[propertyName] ?? {}, components: given.components }).schema
  return (valuesOf(member) ?? []).flatMap((value) => {
    const at = `${place} (${propertyName} ${String(value)})`
    const $ref = mapping[String(value)]
    if ($ref === undefined) return [`${at} is not described`]
    const schema = { ...given.schema, properties: { ...properties, [propertyName]: { ...member, enum: [value] } } }
    return compare({ ...given, schema }, { ...limit, schema: { $ref } }, at, compared)
  })
}

/** The alternatives of a schema: a value must be valid by one of them. Each includes the keywords that apply to all. */
const alternativesOf = ({ schema, components }: Side): readonly Side[] => {
  const { oneOf, anyOf, discriminator: _, ...common } = schema
  const union = oneOf ?? anyOf
  if (union !== undefined)
    return union.flatMap((each) => {
      const alternative = resolve(each, components)
      const required = [...(common.required ?? []), ...(alternative.required ?? [])]
      const properties = { ...common.properties, ...alternative.properties }
      return alternativesOf({ schema: { ...common, ...alternative, required, properties }, components })
    })
  const { type } = schema
  if (type === undefined || typeof type === 'string') return [{ schema, components }]
  return type.map((each) => {
    const values = schema.enum?.filter((value) => (value === null) === (each === 'null'))
    return { schema: { ...schema, type: each, ...(values && { enum: values }) }, components }
  })
}

const valuesOf = ({ enum: values, const: value }: Schema) => (value === undefined ? values : [value])

const limits = [
  ['minimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
] as const

const compareSingle = (given: Side, limit: Side, place: string, compared: Set<string>): readonly string[] => {
  const [a, b] = [given.schema, limit.schema]
  if (b.type !== undefined && a.type !== b.type && !(a.type === 'integer' && b.type === 'number'))
    return [`${place}: ${String(a.type ?? 'any type')} instead of ${String(b.type)}`]
  const [values, allowed] = [valuesOf(a), valuesOf(b)]
  if (allowed !== undefined) {
    const others = values?.filter((value) => !allowed.includes(value))
    if (others === undefined) return [`${place}: other values than ${JSON.stringify(allowed)}`]
    return others.map((value) => `${place}: the value ${JSON.stringify(value)}`)
  }
  const ofValue = a.type === 'null' || values !== undefined ? [] : compareLimits(a, b, place)
  if (a.type === 'array' && b.items !== undefined)
    return [
      ...ofValue,
      ...compare({ ...given, schema: a.items ?? {} }, { ...limit, schema: b.items }, `${place}[]`, compared),
    ]
  return a.type === 'object' ? compareObjects(given, limit, place, compared) : ofValue
}

const compareLimits = (a: Schema, b: Schema, place: string) => [
  ...(['format', 'pattern', 'multipleOf'] as const)
    .filter((keyword) => b[keyword] !== undefined && a[keyword] !== b[keyword])
    .map((keyword) => `${place}: without ${keyword} ${b[keyword]}`),
  ...limits
    .filter(([keyword, sign]) => sign * (a[keyword] ?? sign * -Infinity) < sign * (b[keyword] ?? sign * -Infinity))
    .map(([keyword]) => `${place}: without ${keyword} ${b[keyword]}`),
]

const compareObjects = (given: Side, limit: Side, place: string, compared: Set<string>): readonly string[] => {
  const [a, b] = [given.schema, limit.schema]
  const [properties, allowed] = [a.properties ?? {}, b.properties ?? {}]
  const rest = (schema: Schema): Schema =>
    typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  return [
    ...(b.required ?? [])
      .filter((name) => a.required?.includes(name) !== true)
      .map((name) => `${place}/${name}: may be absent`),
    ...Object.entries(allowed)
      .filter(([name]) => Object.hasOwn(properties, name))
      .flatMap(([name, schema]) =>
        compare({ ...given, schema: properties[name]! }, { ...limit, schema }, `${place}/${name}`, compared),
      ),
    ...(b.additionalProperties === false && a.additionalProperties !== false ? [`${place}: other members`] : []),
    ...compare({ ...given, schema: rest(a) }, { ...limit, schema: rest(b) }, `${place}/*`, compared),
  ]
}

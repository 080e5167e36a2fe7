/** Parameters of a request to Stripe: texts, in objects and arrays as their names say; arrays are objects with numbers. */
export type Params = Readonly<{ [name: string]: Param }>
export type Param = string | Params | undefined

/** Parameters of a form or a query: `line_items[0][quantity]=2`. */
export const decoded = (search: URLSearchParams): Params => {
  const params: { [name: string]: unknown } = {}
  for (const [name, value] of search) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = params
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as typeof params
    at[path.at(-1)!] = value
  }
  return params as Params
}

/** The names of parameters, without the numbers of arrays: `line_items[][quantity]`. */
export const namesOf = (params: Params, prefix = ''): readonly string[] =>
  Object.entries(params).flatMap(([name, value]) => {
    const part = /^\d+$/.test(name) ? '' : name
    const path = prefix === '' ? part : `${prefix}[${part}]`
    return typeof value === 'object' ? namesOf(value, path) : [path]
  })

/** The members of an array. */
export const membersOf = (value: Param): readonly Param[] => (typeof value === 'object' ? Object.values(value) : [])

/** A text; an array, an object or nothing is the empty text. */
export const textOf = (value: Param): string => (typeof value === 'string' ? value : '')

/** The members of an object that are texts, such as `metadata`. */
export const textsOf = (value: Param): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' ? value : {}).map(([name, member]) => [name, textOf(member)]),
  )

/** The parameters that the fake knows, by method and path. `metadata` are not among them. */
export const knownParams: readonly (readonly [route: RegExp, names: ReadonlySet<string>])[] = [
  [
    /^POST \/v1\/checkout\/sessions$/,
    new Set([
      'mode',
      'client_reference_id',
      'line_items[][quantity]',
      'line_items[][price_data][currency]',
      'line_items[][price_data][unit_amount]',
      'line_items[][price_data][product_data][name]',
      'allowed_payment_method_types[]',
      'wallet_options[link][display]',
      'expires_at',
      'success_url',
      'cancel_url',
      'locale',
      'customer_email',
      'adaptive_pricing[enabled]',
      'allow_promotion_codes',
      'billing_address_collection',
      'expand[]',
    ]),
  ],
  [
    /^GET \/v1\/checkout\/sessions$/,
    new Set(['created[gte]', 'created[lte]', 'status', 'limit', 'starting_after', 'expand[]']),
  ],
  [/^GET \/v1\/checkout\/sessions\/\w+$/, new Set(['expand[]'])],
  [/^POST \/v1\/checkout\/sessions\/\w+\/expire$/, new Set(['expand[]'])],
  [/^GET \/v1\/payment_intents\/\w+$/, new Set()],
  [/^POST \/v1\/refunds$/, new Set(['payment_intent', 'amount'])],
  [/^GET \/v1\/refunds$/, new Set(['payment_intent', 'limit', 'starting_after'])],
]

/**
 * For `$call` of a query: changes it if there is a value. `query.$call(whenGiven(limit, (all, n) => all.limit(n)))`.
 */
export const whenGiven =
  <Query, Value>(value: Value | undefined, change: (query: Query, value: Value) => Query): ((query: Query) => Query) =>
  (query) =>
    value === undefined ? query : change(query, value)

/** The member that stands for left-out members in an object of the document. */
const ellipsis = '…'

/**
 * An actual JSON value without the members that the documented value leaves out. Such objects get the order of the document.
 */
const leaveOut = (documented: unknown, value: unknown): unknown => {
  if (Array.isArray(documented) && Array.isArray(value)) return value.map((item, n) => leaveOut(documented[n], item))
  if (!isObject(documented) || !isObject(value)) return value
  const names = Object.keys(ellipsis in documented ? documented : value)
  return Object.fromEntries(
    names.map((name) => [name, name === ellipsis ? true : leaveOut(documented[name], value[name])]),
  )
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A documented output and the actual one in the same form: JSON may be on one line or on several, and `…` in a documented
 * object stands for left-out members.
 */
export const inOneForm = (documented: string, output: string): readonly [string, string] => {
  if (!/^[[{]/.test(documented) || !/^[[{]/.test(output)) return [documented.trimEnd(), output]
  const value: unknown = JSON.parse(documented.replaceAll(ellipsis, `"${ellipsis}": true`))
  const form = (each: unknown) => JSON.stringify(each, null, 2)
  return [form(value), form(leaveOut(value, JSON.parse(output)))]
}

import { type Operation, resolve } from './openapi.ts'
import { faultsBySchema } from './schema-check.ts'

/**
 * The differences between a response and the document: an undocumented status, media type or header, and a body or a
 * header that does not conform to its schema.
 */
export const faultsOfResponse = async (operation: Operation, response: Response): Promise<readonly string[]> => {
  const documented = operation.responses[response.status]
  if (documented === undefined) return [`the status ${response.status} is not documented`]
  const { headers = {}, content } = resolve(documented)
  const sent = [...response.headers].filter(([name]) => name !== 'content-type')
  const named = Object.entries(headers).map(([name, header]) => [name.toLowerCase(), resolve(header)] as const)
  const [type] = (response.headers.get('Content-Type') ?? '').split(';')
  const media = content?.[type!]
  const body = response.status === 304 || type === 'image/png' ? undefined : await response.clone().text()
  return [
    ...sent
      .filter(([name]) => !named.some(([each]) => each === name))
      .map(([name]) => `the header ${name} is not documented`),
    ...named.flatMap(([name, { required = false, schema }]) => {
      const value = response.headers.get(name)
      if (value === null) return required ? [`the header ${name} is missing`] : []
      return faultsBySchema(schema, value).map((fault) => `the header ${name}${fault}`)
    }),
    ...(content !== undefined && media === undefined ? [`the type ${type} is not documented`] : []),
    ...(content === undefined && body ? ['there is an undocumented body'] : []),
    ...(media === undefined || body === undefined ? [] : faultsBySchema(media.schema, JSON.parse(body))),
  ]
}

import openapiTypescript, { type OpenAPI3, astToString } from 'openapi-typescript'

type Operation = Readonly<{
  operationId: string
  description: string
  parameters?: readonly Readonly<{ in: string; name: string }>[]
  requestBody?: Readonly<{ content: object }>
  responses: Readonly<Record<string, Readonly<{ content?: object }>>>
}>
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<{ schemas: Readonly<Record<string, unknown>> }>
}>

/** The document without its error responses: the client throws them, as errors of the same types for all operations. */
const withoutErrors = (document: Document) => ({
  ...document,
  components: Object.fromEntries(
    Object.entries(document.components).filter(([name]) => !['examples', 'responses'].includes(name)),
  ),
  paths: mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: Object.fromEntries(Object.entries(operation.responses).filter(([status]) => Number(status) < 400)),
    })),
  ),
})

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

const header = '// Generated from packages/adapters-http/openapi.json by `pnpm client:types`.\n'

/** What the method of an operation takes besides path parameters, and whether it returns an image. */
const partsOf = ({ parameters = [], requestBody, responses }: Operation) => [
  ...(requestBody === undefined ? [] : ['application/json' in requestBody.content ? 'body' : 'file']),
  ...(parameters.some((each) => each.in === 'query') ? ['query'] : []),
  ...(parameters.some(({ name }) => name === 'If-Match') ? ['if-match'] : []),
  ...('image/png' in (responses['200']?.content ?? {}) ? ['image'] : []),
]

/** The table from which the methods of the client are made. */
const operationTable = ({ paths }: Document, kinds: Readonly<Record<string, string>>) => {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const kind = kinds[operation.operationId]!
      const note = kind === 'change' ? ' Not repeated when its outcome is unknown.' : ''
      const row = [kind, method.toUpperCase(), path, ...partsOf(operation)].map((cell) => `'${cell}'`).join(', ')
      return `  /** ${operation.description.split('\n')[0]}${note} */\n  ${operation.operationId}: [${row}],\n`
    }),
  )
  return `${header}/** Each operation: its kind, HTTP method and path, and what the client's method takes besides. */\nexport const operationTable = {\n${rows.join('')}} as const\n`
}

/** The generated files of the client by their names, made from the OpenAPI document and the kinds of the operations. */
export const apiTypes = async (
  document: Document,
  kinds: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> => {
  const { KnownProblemType } = document.components.schemas as { KnownProblemType: { enum: readonly string[] } }
  const nodes = await openapiTypescript(withoutErrors(document) as unknown as OpenAPI3, {
    immutable: true,
    // Without it, a member of a request with a `default` would be required.
    defaultNonNullable: false,
  })
  // A union with `string` would be `string`, so that no known value is proposed by an editor.
  const types = astToString(nodes).replaceAll(
    /(components\["schemas"\]\["Known\w+"\]) \| string/g,
    '$1 | (string & {})',
  )
  // Not a type of the client: its values are paths, whose last parts are in `ProblemType`.
  const names = Object.keys(document.components.schemas).filter((name) => name !== 'KnownProblemType')
  const schemas = names.map(
    (name) => `/** \`${name}\` of the OpenAPI document. */\nexport type ${name} = components['schemas']['${name}']\n`,
  )
  const slugs = KnownProblemType.enum.map((path) => `  '${path.slice(path.lastIndexOf('/') + 1)}',\n`).join('')
  return {
    'openapi.ts': header + types,
    'schemas.ts': `${header}import type { components } from './openapi.ts'\n\n${schemas.join('')}`,
    'operation-table.ts': operationTable(document, kinds),
    'problem-types.ts': `${header}/** The known problem types: the last parts of their paths. */\nexport const problemTypes = [\n${slugs}] as const\n`,
  }
}

import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { Operation } from '../operation/operation.ts'
import { describeRoute } from './describe-route.ts'
import { problemComponents } from './problem-responses.ts'
import { headerComponents, successHeaders } from './response-headers.ts'

/**
 * The OpenAPI 3.1 document of these operations, with `basePath` below `mountPath` as the server's URL. The types of
 * problems in it are paths below `mountPath`.
 */
export const openApiDocument = (operations: readonly Operation[], basePath: string, mountPath = ''): object => {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'MuseumPlaceholderAuth', {
    type: 'http',
    scheme: 'basic',
    description: "The user name and the password that the museum's administrator gives out, encoded as UTF-8.",
  })
  const { examples, responses } = problemComponents()
  for (const [name, header] of Object.entries(headerComponents)) registry.registerComponent('headers', name, header)
  for (const [slug, example] of Object.entries(examples)) registry.registerComponent('examples', slug, example)
  for (const [name, response] of Object.entries(responses)) registry.registerComponent('responses', name, response)
  for (const { route } of operations) registry.registerPath(describeRoute(route))
  const generator = new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' })
  const { webhooks: _, ...document } = generator.generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Museum Service',
      version: '1.1.1',
      description:
        "The museum's opening hours, its special events, its tickets, and the ticket image with the code that is scanned " +
        'at the door. The body of every error response is a problem record; its `type` is the path of a page that explains it. ' +
        'A request that is missing something, or is malformed, gets all of these faults in one response, and the rules of the museum ' +
        'are not checked; a request without such a fault gets all rules that it breaks in one response.',
      contact: { name: 'The administrator of the museum' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${mountPath}${basePath}` }],
    tags: [
      { name: 'Operations', description: 'When the museum is open.' },
      { name: 'Events', description: 'Special events: planned, changed, cancelled.' },
      { name: 'Tickets', description: 'Tickets for general entry and for special events.' },
      { name: 'Gate', description: 'What verifies the codes of tickets at the door.' },
      { name: 'Audit', description: 'Who changed what.' },
    ],
  })
  for (const path of Object.values(document.paths ?? {}))
    for (const { responses } of Object.values(path) as DescribedOperation[])
      for (const response of Object.values(responses).filter(isSuccess))
        response.headers = { ...response.headers, ...successHeaders(response.headers ?? {}, 'content' in response) }
  return withMountPath(document, mountPath)
}

type DescribedOperation = { responses: Record<string, object> }

/** Error responses have their headers already, or refer to a component that has them. */
const isSuccess = (response: object): response is { headers?: object; content?: object } =>
  !('$ref' in response) && !('application/problem+json' in ((response as { content?: object }).content ?? {}))

/** The document with the mount path before each path of a problem page: in examples, schemas and descriptions. */
const withMountPath = (document: object, mountPath: string): object =>
  JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/(?<!\S)\/problems\//g, `${mountPath}/problems/`) : value,
  )

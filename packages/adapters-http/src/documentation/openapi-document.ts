import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { Operation } from '../operation/operation.ts'
import type { DocumentedBody, Route } from '../operation/route.ts'
import { describeMessages } from '../webhooks/described-messages.ts'
import { describeProblems, problemComponents } from './problem-responses.ts'
import { headerComponents, successHeaders } from './response-headers.ts'

/**
 * The OpenAPI 3.1 document of these operations, with `basePath` below `mountPath` as the server's URL. Its problem
 * types are paths below `mountPath`.
 */
export const openApiDocument = (
  operations: readonly Pick<Operation, 'route'>[],
  basePath: string,
  mountPath = '',
): object => {
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
  const hasWebhooks = operations.some(({ route }) => route.operationId === 'createWebhook')
  if (hasWebhooks) describeMessages(registry)
  const generator = new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' })
  const { webhooks, ...others } = generator.generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Museum Service',
      version: '1.1.1',
      description:
        "The museum's opening hours, its special events, its tickets, and the ticket image with the code that is scanned " +
        'at the gate. The body of every error response is a problem details object; its `type` is the path of a page that explains it. ' +
        'All schema validation errors of a request are in one response, and then the rules of the museum ' +
        'are not checked. All rules that a valid request breaks are in one response too.',
      contact: { name: 'The administrator of the museum' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${mountPath}${basePath}` }],
    tags: [
      { name: 'Operations', description: 'The museum, and when it is open.' },
      { name: 'Events', description: 'Special events: planned, changed, deleted.' },
      { name: 'Tickets', description: 'Tickets for general entry and for special events.' },
      { name: 'Orders', description: 'Several tickets sold at once, and refunds of cancelled tickets.' },
      { name: 'Reservations', description: 'Orders that are not sold yet, and their held places.' },
      { name: 'Closings', description: 'What a till has sold and refunded, beside what was found of it.' },
      { name: 'Gate', description: 'What verifies the codes of tickets at a gate.' },
      { name: 'E-mail', description: 'What became of e-mails to purchasers.' },
      { name: 'Audit', description: 'Who changed what.' },
      { name: 'Users', description: 'Who may call what.' },
      { name: 'Webhooks', description: 'Messages to other services: who gets which, and what they contain.' },
    ],
  })
  const document = { ...others, ...(hasWebhooks && { webhooks }) }
  for (const path of Object.values(document.paths ?? {}))
    for (const { responses } of Object.values(path) as DescribedOperation[])
      for (const response of Object.values(responses).filter(isSuccess))
        response.headers = { ...response.headers, ...successHeaders(response.headers ?? {}, 'content' in response) }
  return withMountPath(document, mountPath)
}

type DescribedOperation = { responses: Record<string, object> }

/** Error responses are left as they are: they have their headers, or refer to a component that has them. */
const isSuccess = (response: object): response is { headers?: object; content?: object } =>
  !('$ref' in response) && !('application/problem+json' in ((response as { content?: object }).content ?? {}))

/** The document with the mount path before each path of a problem page: in examples, schemas and descriptions. */
const withMountPath = (document: object, mountPath: string): object =>
  JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/(?<!\S)\/problems\//g, `${mountPath}/problems/`) : value,
  )

/**
 * A route as the OpenAPI document describes it: with the authentication, the roles that may call it, the problems of
 * every operation.
 */
const describeRoute = (route: Route) => {
  const { method, path, operationId, tags, summary, roles, retryAdvice, responses } = route
  const { body, ...request } = route.request
  const mayCall = `Roles that may call it: ${roles.join(', ')}.`
  const afterUnknownOutcome = retryAdvice === undefined ? '' : `\n\nAfter a 503 outcome-unknown: ${retryAdvice}`
  const orForeignPage = method === 'get' ? '' : ', or a page of another origin sent the request'
  return {
    method,
    path,
    operationId,
    tags,
    summary,
    description: `${route.description}${afterUnknownOutcome}\n\n${mayCall}`,
    security: [{ MuseumPlaceholderAuth: [] }],
    request: { ...request, ...(body && { body: describeBody(body) }) },
    responses: {
      ...describeProblems(route, `The role of the user may not call this operation${orForeignPage}. ${mayCall}`),
      ...describeSuccesses(responses),
    },
  }
}

const describeBody = ({ content, required }: DocumentedBody) => ({
  required,
  content: Object.fromEntries(
    Object.entries(content).map(([type, { documented, ...media }]) => [
      type,
      { ...media, schema: documented ?? media.schema },
    ]),
  ),
})

const describeSuccesses = (responses: Route['responses']) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status < '400')
      // A 304 has the headers of the 200 that it replaces.
      .map(([status, response]) => [
        status,
        status === '304' ? { ...response, ...headersOf(responses[200]) } : response,
      ]),
  )

const headersOf = (response: Route['responses'][number] | undefined) =>
  response?.headers && { headers: response.headers }

import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { Operation } from '../operation/operation.ts'
import { describeRoute } from './describe-route.ts'

/** The OpenAPI 3.1 document of these operations, with `basePath` as the server's URL. */
export const openApiDocument = (operations: readonly Operation[], basePath: string): object => {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'MuseumPlaceholderAuth', {
    type: 'http',
    scheme: 'basic',
    description: "The user name and the password that the museum's administrator gives out, encoded as UTF-8.",
  })
  for (const { route } of operations) registry.registerPath(describeRoute(route))
  const generator = new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' })
  const { webhooks: _, ...document } = generator.generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Museum Service',
      version: '1.1.1',
      description:
        "The museum's opening hours, its special events, its tickets, and the ticket image with the code that is scanned " +
        'at the door. The body of every error response is a problem record; its `type` is the path of a page that explains it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath }],
    tags: [
      { name: 'Operations', description: 'When the museum is open.' },
      { name: 'Events', description: 'Special events: planned, changed, cancelled.' },
      { name: 'Tickets', description: 'Tickets for general entry and for special events.' },
      { name: 'Gate', description: 'What verifies the codes of tickets at the door.' },
      { name: 'Audit', description: 'Who changed what.' },
    ],
  })
  return document
}

import { OpenApiGeneratorV31, type OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'

/** The description of the interface, version 1.1.1, as OpenAPI 3.1. */
export const openApiDocument = (registry: OpenAPIRegistry, basePath: string): object => {
  const document = new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' }).generateDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Museum Service',
        version: '1.1.1',
        description:
          "The museum's opening hours, its special events, its tickets, and the ticket image with the code that opens " +
          'the door. Every refusal is a problem record; its `type` is the path of a page that explains it.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: basePath }],
      tags: [
        { name: 'Operations', description: 'When the museum is open.' },
        { name: 'Events', description: 'Special events: planned, changed, cancelled.' },
        { name: 'Tickets', description: 'Tickets for general entry and for special events.' },
      ],
    },
  )
  const { webhooks: _, ...described } = document
  return described
}

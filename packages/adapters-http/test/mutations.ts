import { aMuseumApi } from './a-museum-api.ts'

type Document = Readonly<{ paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>> }>

/** The operations of the OpenAPI document with another method than GET, each with the path of something that does not exist. */
export const mutations = async () => {
  const document = (await (await aMuseumApi().api.request('/openapi.json')).json()) as Document
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .map(([method, { operationId }]) => ({
        operationId,
        method: method.toUpperCase(),
        path: template.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-00000000dead'),
      })),
  )
}

import { type MeasuredServer, headers } from './measured-server.ts'
import { basePath } from './requests.ts'

/** Replaces what is at a path of the API. */
export const put = async ({ url }: Pick<MeasuredServer, 'url'>, path: string, body: object): Promise<void> => {
  const response = await fetch(`${url}${basePath}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`PUT ${path}: ${response.status} ${await response.text()}`)
}

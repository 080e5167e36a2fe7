import { type MeasuredServer, headers } from './measured-server.ts'
import { basePath } from './requests.ts'
import { idOf } from './test-data.ts'

/** Sets the capacity of an event, for each of its dates. */
export const setCapacity = async (
  { url }: Pick<MeasuredServer, 'url'>,
  event: number,
  capacity: number,
): Promise<void> => {
  const path = `${basePath}/special-events/${idOf('event', event)}/capacity`
  const response = await fetch(`${url}${path}`, { method: 'PUT', headers, body: JSON.stringify({ capacity }) })
  if (!response.ok) throw new Error(`The capacity was not set: ${response.status} ${await response.text()}`)
}

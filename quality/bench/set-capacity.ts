import type { MeasuredServer } from './measured-server.ts'
import { put } from './put.ts'
import { idOf } from './test-data.ts'

/** Sets the capacity of an event, for each of its dates. */
export const setCapacity = (server: Pick<MeasuredServer, 'url'>, event: number, capacity: number): Promise<void> =>
  put(server, `/special-events/${idOf('event', event)}/capacity`, { capacity })

import { authenticationShare } from '../authentication-share.ts'
import type { Bench, Row } from '../bench.ts'
import { buyGeneralTickets, getEvents } from '../requests.ts'

/** How much of the server's processor time authentication takes. */
export const authentication = ({ databases, generator, table, settings }: Bench): readonly Row[] =>
  (
    [
      ['buying a general ticket', buyGeneralTickets],
      ['getting one event', getEvents],
    ] as const
  ).map(([operation, workload]) => {
    const name = `authentication, share of the processor time of ${operation}`
    const measure = async () => {
      const share = await authenticationShare(await databases.small(), workload, generator, settings.seconds)
      table.add({ name, connections: 64, value: share, digits: 3, bound: { max: 0.05 } })
    }
    return { name, measure }
  })

import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import type { Measured } from '../load-generator.ts'
import { ordersOfFour } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { databasePid } from '../database-pid.ts'

const ticketsOfOrder = 4

/** Orders of four tickets, compared with purchases of one: rates and processor times of a ticket. */
export const orders = ({ engine, museum, databases, generator, table, settings }: Bench): readonly Row[] =>
  Object.entries(ordersOfFour).map(([what, { orders: orderLoad, purchases }]) => {
    const of = engine === 'sqlite' ? 'the server' : 'server and database'
    const name = `orders of four tickets ${what}, processor time of ${of} a ticket, compared with purchases of one`
    const measure = async () => {
      const database = engine === 'sqlite' ? {} : { databasePid: await databasePid(await databases.small()) }
      const server = { ...(await museum()), ...database }
      for (const connections of [64, 1]) {
        const loads = [orderLoad, purchases].map((workload) => ({ server, workload }))
        const { closeRounds: rounds, seconds } = settings
        const [measured, comparedWith] = await compareLoads(generator, loads, { connections, rounds, seconds })
        table.addComparison({
          name,
          connections,
          measured: measured!.map(perTicket),
          comparedWith: comparedWith!,
          ratio: ratioByRound('processor'),
          bound: { max: 0.6 },
        })
      }
    }
    return { name, measure }
  })

const perTicket = (ofOrders: Measured): Measured => ({
  ...ofOrders,
  rate: ofOrders.rate * ticketsOfOrder,
  processor: ofOrders.processor / ticketsOfOrder,
})

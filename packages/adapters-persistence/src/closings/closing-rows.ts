import type {
  Closing,
  ClosingPeriod,
  Drawer,
  DrawerRefund,
  DrawerSale,
  DrawerSales,
  PaymentMethod,
  RecordedClosing,
} from '@museum/domain'
import { bytesOfUuid, uuidOfBytes } from '@museum/database'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { idsOf } from '../sales/kysely-sales-repository.ts'

type Tables = Kysely<MuseumTables>
type ClosingRow = Selectable<MuseumTables['closing']>

/** The key of a drawer: its kind and its name. */
export const drawerKey = ({ till, user }: Drawer): Uint8Array =>
  Buffer.from(till === undefined ? `user ${user}` : `till ${till}`)

export const closingRowOf = ({ closing, periods, sums }: RecordedClosing): ClosingRow => {
  const { closingId, number, to, closedBy, ...content } = closing
  return {
    closing_id: bytesOfUuid(closingId),
    drawer: drawerKey(closing.drawer),
    number,
    closed_at: to,
    closed_by: Buffer.from(closedBy),
    content: JSON.stringify(content),
    sums: JSON.stringify({ periods, sums }),
  }
}

/** The columns of a closing that `closingOf` needs. */
export const closingColumns = ['closing_id', 'number', 'closed_at', 'closed_by', 'content'] as const

export const closingOf = (row: Pick<ClosingRow, (typeof closingColumns)[number]>): Closing => ({
  closingId: uuidOfBytes(row.closing_id),
  number: row.number,
  to: row.closed_at,
  closedBy: Buffer.from(row.closed_by).toString(),
  ...(JSON.parse(row.content) as Omit<Closing, 'closingId' | 'number' | 'to' | 'closedBy'>),
})

/** The latest closing of a drawer. */
export const selectLatestClosing = async (tables: Tables, drawer: Drawer): Promise<RecordedClosing | undefined> => {
  const row = await tables
    .selectFrom('closing')
    .selectAll()
    .where('drawer', '=', drawerKey(drawer))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return recordedClosingOf(row)
}

export const recordedClosingOf = (row: ClosingRow): RecordedClosing => ({
  closing: closingOf(row),
  ...(JSON.parse(row.sums) as Pick<RecordedClosing, 'periods' | 'sums'>),
})

/** Adds up what a drawer has sold and refunded in these periods. */
export const selectDrawerSales = async (
  tables: Tables,
  drawer: Drawer,
  periods: readonly ClosingPeriod[],
): Promise<DrawerSales> => {
  const [sales, refunds]: [DrawerSale[], DrawerRefund[]] = [[], []]
  for (const period of periods) {
    for (const { method, closed_method, amount } of await selectSales(tables, drawer, period).execute())
      sales.push({
        from: period.from,
        method,
        ...(closed_method !== null && { closedAs: closed_method === '' ? null : closed_method }),
        amount: Number(amount),
      })
    for (const { method, amount } of await selectRefunds(tables, drawer, period).execute())
      refunds.push({ from: period.from, method: method as PaymentMethod, amount: Number(amount) })
  }
  return { sales, refunds }
}

// As text, which every engine returns alike.
const amount = sql<string>`cast(sum(ticket.price) as char)`.as('amount')

/** The orders of a period, by how they were paid. */
const selectSales = (tables: Tables, { till, user }: Drawer, { from, end }: ClosingPeriod) => {
  const { first, next } = idsOf({ from, end })
  return (
    tables
      .selectFrom('museum_ticket as ticket')
      .innerJoin('museum_order as sale', 'sale.order_id', 'ticket.order_id')
      .select(['payment_method as method', 'closed_method', amount])
      // A range of the primary key, as in reports of sales.
      .where('ticket.ticket_id', '>=', first)
      .where('ticket.ticket_id', '<', next)
      .where('sold_at', '>=', from)
      .where('sold_at', '<', end)
      .where(({ eb, and }) =>
        till === undefined
          ? and([eb('sale.till', 'is', null), eb('sold_by', '=', Buffer.from(user))])
          : eb('sale.till', '=', Buffer.from(till)),
      )
      .groupBy(['payment_method', 'closed_method'])
  )
}

/** The refunds that were given at the drawer in a period, by their methods: those of the payment provider are not. */
const selectRefunds = (tables: Tables, { till, user }: Drawer, { from, end }: ClosingPeriod) =>
  tables
    .selectFrom('ticket_cancellation as cancellation')
    .innerJoin('museum_ticket as ticket', 'ticket.ticket_id', 'cancellation.ticket_id')
    .select(['refund_method as method', amount])
    .where('settled_at', '>=', from)
    .where('settled_at', '<', end)
    .where('refund_id', 'is', null)
    .where(({ eb, and }) =>
      till === undefined
        ? and([eb('refund_till', 'is', null), eb('settled_by', '=', Buffer.from(user))])
        : eb('refund_till', '=', Buffer.from(till)),
    )
    .groupBy('refund_method')

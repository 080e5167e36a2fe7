import type { OrderId } from '@museum/domain'
import { type Caller, isShop } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'

/** Whether a caller may see an order and its tickets: a shop sees only those that shops have sold, which were all reserved before. */
export const isFoundBy = async (
  { reservations }: Pick<MuseumPorts, 'reservations'>,
  orderId: OrderId | undefined,
  caller: Caller | undefined,
): Promise<boolean> =>
  !isShop(caller) || (orderId !== undefined && (await reservations.find(orderId))?.isOfShop === true)

import type { FreeOrderRepository } from '@museum/application'
import { comparableEmail } from '@museum/domain'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryFreeOrderRepository = ({ freeOrders }: InMemoryStore): FreeOrderRepository => ({
  async count({ date, email, orderId }, limit) {
    const address = comparableEmail(email)
    const counted = freeOrders.filter((each) => each.date === date && each.email === address)
    if (counted.some((each) => each.orderId === orderId)) return true
    if (counted.length >= limit) return false
    freeOrders.push({ date, email: address, orderId })
    return true
  },
  async removeBefore(date) {
    const kept = freeOrders.filter((each) => each.date >= date)
    return freeOrders.splice(0, freeOrders.length, ...kept).length - kept.length
  },
})

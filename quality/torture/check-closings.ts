import { type Violation, createFindings } from './findings.ts'

/** A till, or the user at none. */
export const drawerName = (till: string | null, user: string): string =>
  till === null ? `user ${user}` : `till ${till}`

/** A sum of money of a drawer, in hundredths: the tickets of an order, or a refund. */
type DrawerMovement = Readonly<{ drawer: string; method: string | null; amount: number }>

/** A stored closing of a drawer; the amounts are in hundredths. */
export type StoredClosing = Readonly<{
  drawer: string
  number: number
  from: number
  to: number
  methods: readonly Readonly<{ method: string; sold: number; refunded: number; corrected: number }>[]
}>

/** What is stored after a closing of each drawer, while nothing else happened. */
export type StoredDrawers = Readonly<{
  /** Each ticket that was sold in an order, with the present payment method of the order. */
  sold: readonly DrawerMovement[]
  refunded: readonly DrawerMovement[]
  closings: readonly StoredClosing[]
}>

/** Checks that each sale, refund and correction is in exactly one closing. */
export const checkClosings = ({ sold, refunded, closings }: StoredDrawers) => {
  const { count, violations, addViolation } = createFindings('closings', 'sums', 'corrected')
  const counted = new Map<string, number>()
  const add = (sums: Map<string, number>, drawer: string, method: string | null, kind: string, amount: number) => {
    if (method === null) return
    const key = `${drawer}, ${method}, ${kind}`
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  const byDrawer = Map.groupBy(closings, ({ drawer }) => drawer)
  for (const [drawer, all] of byDrawer) {
    let before: StoredClosing | undefined
    for (const closing of all.toSorted((a, b) => a.number - b.number)) {
      if (closing.number !== (before?.number ?? 0) + 1)
        addViolation('a number of closings is missing, or there twice', undefined, closing)
      if (before !== undefined && closing.from !== before.to)
        addViolation('a closing does not begin where the one before ended', undefined, closing)
      for (const sums of closing.methods) {
        add(counted, drawer, sums.method, 'paid', sums.sold + sums.corrected)
        add(counted, drawer, sums.method, 'refunded', sums.refunded)
        if (sums.corrected !== 0) count.corrected += 1
        if (sums.sold < 0) addViolation('a correction is shown as sold', undefined, closing)
      }
      count.closings += 1
      before = closing
    }
  }
  const stored = new Map<string, number>()
  for (const { drawer, method, amount } of sold) add(stored, drawer, method, 'paid', amount)
  for (const { drawer, method, amount } of refunded) add(stored, drawer, method, 'refunded', amount)
  for (const key of new Set([...stored.keys(), ...counted.keys()])) {
    count.sums += 1
    if ((stored.get(key) ?? 0) !== (counted.get(key) ?? 0))
      addViolation(`the closings differ from what is stored: ${key}`, undefined, {
        stored: stored.get(key),
        counted: counted.get(key),
      })
  }
  return { figures: count, violations: violations as readonly Violation[] }
}

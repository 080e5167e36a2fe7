import { type Refusal, isRefusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import type { StoredSettings } from '../stored-settings/stored-setting-repository.ts'

/** The shop for visitors: `isOpen` until it is closed. */
export type Shop = NonNullable<MuseumPorts['shop']> & Readonly<{ isOpen: boolean }>

/** The name of the setting. */
const shopOpen = 'shop-open'

const isOpenIn = (settings: StoredSettings) => settings.get(shopOpen) !== false

/** `settings` are the stored settings as this server knows them. */
export const shopOperations = (
  { shop, storedSettings, now }: Pick<MuseumPorts, 'shop' | 'storedSettings' | 'now'>,
  settings: Readonly<{ get: () => Promise<StoredSettings>; invalidate: () => void }>,
) => ({
  /** Whether new reservations are made by visitors and by the role `shop`: unless a shop is closed. What `setShop` sets is in force on every server within 5 seconds. */
  isShopOpen: async (): Promise<boolean> => shop === undefined || isOpenIn(await settings.get()),

  /** Returns the shop; `shop-off` where there is none. */
  getShop: async (): Promise<Shop | Refusal<'shop-off'>> =>
    shop === undefined ? shopOff : { ...shop, isOpen: isOpenIn(await storedSettings.list()) },

  /**
   * Opens or closes the shop, and returns it. What is held when it is closed is still paid and sold. `precondition-failed` when
   * `maySet` returns false for the present state.
   */
  setShop: async (
    { isOpen }: Pick<Shop, 'isOpen'>,
    actor: Actor,
    maySet: (current: Shop) => boolean = () => true,
  ): Promise<Shop | Refusal<'shop-off' | 'precondition-failed'>> => {
    if (shop === undefined) return shopOff
    const outcome = await storedSettings.change<Refusal<'precondition-failed'>>((stored) => {
      const before = isOpenIn(stored)
      if (!maySet({ ...shop, isOpen: before })) return preconditionFailed
      if (before === isOpen) return undefined
      const values = { before: { open: before }, after: { open: isOpen } }
      return {
        values: { [shopOpen]: isOpen },
        entry: recordChange({ now }, actor, { kind: 'shop', id: 'all' }, 'setShop', values),
      }
    })
    settings.invalidate()
    return isRefusal(outcome) ? outcome : { ...shop, isOpen: isOpenIn(outcome) }
  },
})

/** The refusal of a new reservation while the shop is closed. */
export const shopClosed = refuse('shop-closed', 'The shop is closed at the moment: no new reservations are made.')

const shopOff = refuse('shop-off', 'This museum has no shop.')

const preconditionFailed = refuse(
  'precondition-failed',
  'The shop has changed since you read it. Read it again, then decide again.',
)

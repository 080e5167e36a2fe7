import type { StoredSettingsChange } from '@museum/application'
import { CalendarDate, ConfirmationCode, type Price, TicketId, refuse } from '@museum/domain'
import { aGeneralTicket, exampleId } from '../examples/index.ts'
import { aSale } from '../in-memory/a-sale.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const entry = anAuditEntry({ operation: 'setShop', subject: { kind: 'shop', id: 'all' } })

/** The tests that every repository of stored settings must pass. Run them once per adapter. */
export const storedSettingRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the stored setting repository in ${adapter}`, open, ({ it, servers }) => {
    const set = async (values: StoredSettingsChange['values'], server: 'one' | 'other' = 'one') =>
      Object.fromEntries(await servers[server].storedSettings.change<never>(() => ({ values, entry })))
    const list = async (server: 'one' | 'other' = 'one') =>
      Object.fromEntries(await servers[server].storedSettings.list())
    const entries = async () => (await servers.one.audit.list({}, { page: 1, limit: 100 })).items

    it('has no settings until one is set', async () => {
      expect(await list()).toEqual({})
    })

    it('stores values of every type with an audit entry, which the other server reads at once', async () => {
      const values = { open: false, name: 'Ein “Haus” 児童\n2', rate: 8.1, methods: ['cash', 'card'] }
      expect(await set(values)).toEqual(values)
      expect(await list('other')).toEqual(values)
      expect(await entries()).toHaveLength(1)
    })

    it('replaces a value and removes another; the settings that are not named stay', async () => {
      await set({ a: 1, b: 2, c: 3 })
      expect(await set({ a: 4, b: null, never: null }, 'other')).toEqual({ a: 4, c: 3 })
      expect(await list()).toEqual({ a: 4, c: 3 })
    })

    it('writes nothing when the change is refused, or there is none', async () => {
      await set({ open: false })
      const refusal = refuse('precondition-failed', 'because')
      expect(await servers.one.storedSettings.change(() => refusal)).toEqual(refusal)
      expect(Object.fromEntries(await servers.other.storedSettings.change<never>(() => undefined))).toEqual({
        open: false,
      })
      expect(await entries()).toHaveLength(1)
    })

    it('offers the price of general entry to every sale that begins after its change, on every server', async () => {
      const ticketDate = CalendarDate('2030-05-17')
      let sales = 0
      /** The price that is offered to a sale, on each server. */
      const offered = async () => {
        const prices: (Price | undefined)[] = []
        for (const server of ['one', 'other'] as const) {
          sales += 1
          const [wanted, decide] = aSale(
            aGeneralTicket({
              ticketDate,
              ticketId: TicketId(exampleId(sales)),
              confirmationCode: ConfirmationCode(`ticket-general-aaaaa-aaaa${'23456789'[sales]}`),
            }),
          )
          let price: Price | undefined
          await servers[server].tickets.sell(wanted, (items) => {
            price = items[0]!.generalPrice
            return decide(items)
          })
          prices.push(price)
        }
        return prices
      }
      const schedule = (server: 'one' | 'other') => servers[server].museumHours.schedule(ticketDate, ticketDate)
      const setPrice = (generalPrice: number | null) =>
        servers.one.storedSettings.change<never>(() => ({ values: { generalPrice }, isOfGeneralEntry: true, entry }))
      expect(await offered()).toEqual([undefined, undefined])
      const before = await schedule('other')
      await setPrice(1_250)
      expect(await offered()).toEqual([1_250, 1_250])
      const after = await schedule('other')
      expect([after.generalPrice, after.revision]).toEqual([1_250, before.revision + 1])
      await setPrice(null)
      expect(await offered()).toEqual([undefined, undefined])
      await set({ museumName: 'Museum of Clocks' })
      expect((await schedule('other')).revision).toBe(before.revision + 2)
    })

    it('makes concurrent changes on two servers one after the other', async () => {
      await set({ number: 0 })
      const increase = (n: number) =>
        servers[n % 2 === 0 ? 'one' : 'other'].storedSettings.change((current) => ({
          values: { number: Number(current.get('number')) + 1 },
          entry,
        }))
      await Promise.all(Array.from({ length: 8 }, (_, n) => increase(n)))
      expect(await list()).toEqual({ number: 8 })
      expect(await entries()).toHaveLength(9)
    })
  })

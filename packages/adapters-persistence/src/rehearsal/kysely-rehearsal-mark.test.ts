import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ConfirmationCode, TicketId, isRefusal } from '@museum/domain'
import { aSale } from '@museum/testing'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselyRehearsalMark } from './kysely-rehearsal-mark.ts'

describe.each(namedEngines)('the mark of a rehearsal on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('is set once, also when several servers set it at once', async () => {
    const mark = kyselyRehearsalMark(opened.database)
    expect(await mark.isSet()).toBe(false)
    await Promise.all([1, 2, 3, 4].map(() => mark.set()))
    expect(await mark.isSet()).toBe(true)
  })

  it('knows a ticket that somebody else than the given sellers has sold', async () => {
    const mark = kyselyRehearsalMark(opened.database)
    const sell = async (n: number, soldBy: string) => {
      const confirmationCode = ConfirmationCode(`ticket-general-${String(n).padStart(6, '0')}-xxxxx`)
      const ticket = aGeneralTicket({ ticketId: TicketId(exampleId(n)), confirmationCode, soldBy })
      expect(isRefusal(await opened.tickets.sell(...aSale(ticket)))).toBe(false)
    }
    const sellers = ['demo-box-office', 'démo:été']
    expect(await mark.hasSales(sellers)).toBe(false)
    for (const [n, seller] of sellers.entries()) await sell(n + 1, seller)
    expect(await mark.hasSales(sellers)).toBe(false)
    expect(await mark.hasSales(sellers.slice(1))).toBe(true)
    await sell(3, 'DEMO-box-office')
    expect(await mark.hasSales(sellers)).toBe(true)
  })
})

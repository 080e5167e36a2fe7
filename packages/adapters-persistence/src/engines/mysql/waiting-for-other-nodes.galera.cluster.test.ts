import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { anActor as actor, unrefused } from '@museum/testing'
import { aSpecialEventDraft, anOrder } from '@museum/testing/examples'
import { type ServerOnNode, useNodes } from '../../../test/use-nodes.ts'

describe('a server whose node of Galera does not apply the writes of other nodes', () => {
  const { servers } = useNodes()
  let one: ServerOnNode
  let behind: ServerOnNode
  beforeEach(async () => {
    ;[one, behind] = servers()
    await behind.museum.buyMuseumTickets(anOrder())
  })
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    )
  const sold = async () => {
    const rows = await one.database.kysely.selectFrom('museum_ticket').select('ticket_id').execute()
    return rows.length
  }

  it('waits longer than the time limit of one wait, up to its own time limit', async () => {
    const reading = await behind.whileBehind('audit_entry', async () => {
      const { eventId } = unrefused(await one.museum.createSpecialEvent(aSpecialEventDraft(), { actor }))
      const read = behind.museum.getSpecialEvent(eventId)
      await sleep(1_400)
      return { eventId, read }
    })
    expect(await reading.read).toMatchObject({ eventId: reading.eventId })
  })

  it('refuses reads and purchases in the end, and stores nothing later', async () => {
    const errors = await behind.whileBehind('audit_entry', async () => {
      const { eventId } = unrefused(await one.museum.createSpecialEvent(aSpecialEventDraft(), { actor }))
      return Promise.all([
        errorOf(behind.museum.getSpecialEvent(eventId)),
        errorOf(behind.museum.buyMuseumTickets(anOrder({ ticketType: 'event', eventId }))),
        // The purchases are decided on the cached hours, so that only the inserts wait; one alone and some in a group.
        errorOf(behind.museum.buyMuseumTickets(anOrder())),
        errorOf(behind.museum.buyMuseumTickets(anOrder())),
      ])
    })
    for (const error of errors) {
      expect(error).toBeInstanceOf(Unavailable)
      expect(error).not.toBeInstanceOf(OutcomeUnknown)
    }
    await sleep(2_000)
    expect(await sold()).toBe(1)
  })
})

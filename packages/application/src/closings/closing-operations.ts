import {
  CalendarDate,
  Closing,
  type ClosingDraft,
  ClosingId,
  type ClosingMaker,
  Drawer,
  Instant,
  type Refusal,
  type Till,
  refuse,
  refuseFaults,
} from '@museum/domain'
import type { Actor, Principal } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import { endOfDay } from '../reports.ts'
import type { DrawerState, PeriodsAfter } from './closing-repository.ts'

export const closingOperations = (ports: MuseumPorts) => {
  const { closings, idempotencyRecords, now, dateOf, startOfDay, newId, currency } = ports

  /** The periods that are read for a closing that is made now. */
  const periodsNow = (): PeriodsAfter => {
    const today = dateOf(now())
    const [yesterday, tomorrow] = [startOfDay(CalendarDate.plusDays(today, -1)), endOfDay(today, startOfDay)]
    return (latest) => Closing.periodsAfter(latest, [yesterday, startOfDay(today), tomorrow])
  }

  /** Makes a closing of what was read. */
  const close = (
    draft: Omit<ClosingDraft, 'till'>,
    maker: Omit<ClosingMaker, 'to' | 'currency'>,
    periodsAfter: PeriodsAfter,
    { latest, sales }: DrawerState,
  ) => {
    // After the sales were read, and not before the latest closing: the clock may have been set back.
    const to = Instant(Math.max(now(), latest?.closing.to ?? 0))
    return Closing.of(draft, { ...maker, to, currency }, latest, periodsAfter(latest), sales)
  }

  return {
    /**
     * Makes the closing of a till, or of what the actor sells at no till: what was sold, refunded and corrected since the closing
     * before, or since the beginning of today, and what was found of it.
     */
    createClosing: oncePerKey<ClosingDraft, Closing, Refusal<'validation-failed'>, Actor>(
      idempotencyRecords,
      async ({ till, ...draft }, actor, keyed) => {
        const faults = Closing.faultsOf(draft, currency)
        if (faults.length > 0) return refuseFaults(...faults)
        const [closingId, periodsAfter] = [ClosingId(newId()), periodsNow()]
        const maker = { closingId, drawer: Drawer.of(till, actor.username), closedBy: actor.username }
        return closings.add({ ...maker, once: keyed?.request }, periodsAfter, (current) => {
          const recorded = close(draft, maker, periodsAfter, current)
          const { number } = recorded.closing
          const { difference } = Closing.totalOf(recorded.closing)
          const after = { ...(till !== undefined && { till }), number, difference: difference && difference / 100 }
          const entry = recordChange({ now }, actor, { kind: 'closing', id: closingId }, 'createClosing', { after })
          return { ...recorded, entry, renderAnswer: keyed && (() => keyed.render(recorded.closing)) }
        })
      },
    ),

    /** Returns the closing that would be made now, with nothing counted and no float. Nothing is stored. */
    previewClosing: async ({ till }: Readonly<{ till?: Till | undefined }>, actor: Actor): Promise<Closing> => {
      const [drawer, periodsAfter] = [Drawer.of(till, actor.username), periodsNow()]
      const maker = { closingId: ClosingId(newId()), drawer, closedBy: actor.username }
      return close(nothingCounted, maker, periodsAfter, await closings.read(drawer, periodsAfter)).closing
    },

    /** Returns a closing. An administrator may read all, another principal only those that it has made. */
    getClosing: async (
      closingId: ClosingId,
      { username, role }: Principal,
    ): Promise<Closing | Refusal<'closing-not-found' | 'forbidden'>> => {
      const closing = await closings.find(closingId)
      if (closing === undefined) return Closing.notFound(closingId)
      return role === 'admin' || closing.closedBy === username
        ? closing
        : refuse('forbidden', `The role ${role} may read its own closings only.`)
    },

    /** Returns a part of the closings, the latest first: all for an administrator, those that it has made for another principal. */
    listClosings: (
      { till }: Readonly<{ till?: Till | undefined }>,
      request: ListRequest<Closing>,
      { username, role }: Principal,
    ): Promise<Page<Closing>> => closings.list({ till, closedBy: role === 'admin' ? undefined : username }, request),
  }
}

const nothingCounted = { float: 0 as ClosingDraft['float'], counted: [] }

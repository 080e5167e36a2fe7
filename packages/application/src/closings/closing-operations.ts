import {
  CalendarDate,
  Closing,
  type ClosingDraft,
  ClosingId,
  Drawer,
  Instant,
  type RecordedClosing,
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
import type { DatesAfter, DrawerState } from './closing-repository.ts'

export const closingOperations = (ports: MuseumPorts) => {
  const { closings, idempotencyRecords, now, dateOf, startOfDay, newId, currency } = ports

  /** What is read for a closing that is made at a moment, and how it is made of that. */
  const closingAt = (at: Instant, draft: Omit<ClosingDraft, 'till'>, drawer: Drawer, { username }: Actor) => {
    const closingId = ClosingId(newId())
    // The clock may have been set back.
    const endAfter = (latest: RecordedClosing | undefined) => Instant(Math.max(at, latest?.closing.to ?? at))
    const firstDate = (latest: RecordedClosing | undefined) => Closing.firstDate(latest, dateOf(at), dateOf)
    // Until the end of the date: the clock of another server may be ahead.
    const datesAfter: DatesAfter = (latest) =>
      Array.from(CalendarDate.between(firstDate(latest), dateOf(endAfter(latest))), (date) => ({
        date,
        from: startOfDay(date),
        end: endOfDay(date, startOfDay),
      }))
    const close = ({ latest, sales }: DrawerState) =>
      Closing.of(draft, { closingId, drawer, closedBy: username, to: endAfter(latest), currency }, latest, {
        firstDate: firstDate(latest),
        start: startOfDay(dateOf(at)),
        sales,
      })
    return { closingId, datesAfter, close }
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
        const drawer = Drawer.of(till, actor.username)
        const { closingId, datesAfter, close } = closingAt(now(), draft, drawer, actor)
        return closings.add({ closingId, drawer, once: keyed?.request }, datesAfter, (current) => {
          const recorded = close(current)
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
      const drawer = Drawer.of(till, actor.username)
      const { datesAfter, close } = closingAt(now(), nothingCounted, drawer, actor)
      return close(await closings.read(drawer, datesAfter)).closing
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

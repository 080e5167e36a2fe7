import { isProblem } from '@museum/client'
import type { Action } from '../shell/action.tsx'
import { formats, office, texts } from '../shell/languages.ts'

/**
 * When `save` was refused since tickets are sold for days or entry times that it takes away: says for which, and offers to save it
 * all the same, or to leave it.
 */
export const TicketsSold = ({
  save,
  onConfirm,
}: Readonly<{ save: Pick<Action, 'error' | 'reset'>; onConfirm: () => void }>) => {
  const words = office.value
  const { number, shortDate } = formats.value
  const error = save.error.value
  if (!isProblem(error, 'tickets-are-sold')) return null
  const { days = [], general = 0, event = 0, hasMore = false } = error.record.tickets ?? {}
  const closed = days.filter(({ entryTimes }) => entryTimes === undefined)
  const visitors = closed.reduce((rest, day) => rest - day.general - day.event, general + event)
  const withTimes = days.filter(({ entryTimes }) => entryTimes !== undefined)
  return (
    <div role="alert" class="note note-warning">
      {(closed.length > 0 || withTimes.length === 0) && <p>{words.closesSoldDays}</p>}
      {withTimes.length > 0 && (
        <>
          <p>{words.entryTimes.takesSoldTimes(visitors, number(visitors))}</p>
          <ul>
            {withTimes.map(({ date, entryTimes = [] }) => (
              <li key={date}>
                {shortDate(date)}:{' '}
                <bdi dir="ltr">
                  {entryTimes.map(({ entryTime, tickets }) => `${entryTime} (${number(tickets)})`).join(', ')}
                </bdi>
              </li>
            ))}
          </ul>
          {hasMore && <p>{words.entryTimes.furtherTickets}</p>}
        </>
      )}
      <div class="row">
        <button type="button" class="danger" onClick={onConfirm}>
          {withTimes.length === 0 ? words.closeAnyway : words.entryTimes.changeAnyway}
        </button>
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The question goes with this button.
            currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
            save.reset()
          }}
        >
          {texts.value.shell.cancellation.keep}
        </button>
      </div>
    </div>
  )
}

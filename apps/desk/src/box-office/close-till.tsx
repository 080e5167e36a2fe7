import type { Closing, ClosingFields, ClosingPreview } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type Action, ActionButton, ActionStatus } from '../shell/action.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { type Loaded, Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { AmountField } from './amount-field.tsx'
import {
  type ClosingDraft,
  type EnteredMovement,
  cash,
  closedMethods,
  closingFields,
  countedMethods,
  emptyDraft,
  enteredMovements,
  methodsToCount,
  piecesSum,
  totalOf,
} from './closing-draft.ts'
import { ClosingTable, overOrShort } from './closing-table.tsx'
import { Coins } from './coins.tsx'
import { forgetFloat, keepFloat, keptFloat } from './kept-float.ts'
import { nameOfMethod } from './payment-method.ts'
import type { PendingClosing } from './pending-closings.ts'
import { type RefundsDue, refundsDueToday } from './refunds-due-today.ts'
import { atTill } from './till.ts'

/** As many as the API takes. */
const mostMovements = 20

/** What a user has entered, and the closing after which it was: `from` of its preview. */
type Entered = Readonly<{ from: string; draft: ClosingDraft }>
/** What was entered by each user for each drawer: other pages, and other tills, may be shown meanwhile. */
const drafts = new Map<string, Entered>()
const draftKey = (username: string, till = '') => JSON.stringify([username, till])
/** The drawer of a till, which is one for all users; without a till, the user's own. */
const drawerKey = (username: string, till: string | undefined) =>
  till === undefined ? `user.${username}` : `till.${till}`

/** Forgets what a user has entered for a till, or for none, once it is closed. */
export const forgetDraft = (username: string, till: string | undefined): void => {
  drafts.delete(draftKey(username, till))
  forgetFloat(drawerKey(username, till))
}

/** What is entered already for a closing that begins at `from`. A float before the drawer was closed, perhaps elsewhere, is left out. */
const draftAfter = (from: string, entered: Entered | undefined, kept: string | undefined): ClosingDraft => {
  const { float: typed, ...others } = entered?.draft ?? emptyDraft
  const float = kept ?? (entered?.from === from ? typed : undefined)
  return { ...others, ...(float !== undefined && { float }) }
}

type Props = Readonly<{
  action: Action<readonly [PendingClosing]>
  /** Whether the outcome of an earlier closing is not known yet. */
  isUnresolved: boolean
  onClose: (closing: ClosingFields) => void
}>
type ClosingData = Readonly<{
  preview: ClosingPreview
  /** The cash that was counted in the closing before, in the museum's currency. */
  cashBefore: number | undefined
}>

/** The cash of the closing before: this user may not see it if another one has made it. */
const cashOf = ({ till, closedBy, from, currency }: ClosingPreview, closings: readonly Closing[]) =>
  closings
    .find(
      (each) =>
        each.to === from &&
        each.till === till &&
        each.currency === currency &&
        (till !== undefined || each.closedBy === closedBy),
    )
    ?.methods.find(({ method }) => method === cash)?.counted ?? undefined

/** Closes the till of this device, or what the user sells at no till: what is expected of each payment method, and what was counted. */
export const CloseTill = (props: Props) => {
  const loaded = useLoaded(
    async (signal): Promise<ClosingData> => {
      const { client } = signedIn()
      const [preview, { items: closings }] = await Promise.all([
        client.previewClosing(atTill(), { signal }),
        client.listClosings({ ...atTill(), limit: 20 }, { signal }).page(),
      ])
      return { preview, cashBefore: cashOf(preview, closings) }
    },
    [],
    { seconds: 15 },
  )
  // Once: they may be many pages.
  const due = useLoaded(refundsDueToday, [])
  useEffect(() => {
    addEventListener('focus', loaded.reload)
    return () => removeEventListener('focus', loaded.reload)
  }, [])
  return (
    <section class="card close-till screen-only" aria-label={till.value.close}>
      <Show loaded={loaded}>{(value) => <ClosingForm {...props} {...value} due={due} />}</Show>
    </section>
  )
}

const ClosingForm = ({
  action,
  isUnresolved,
  onClose,
  preview,
  cashBefore,
  due,
}: Props & ClosingData & Readonly<{ due: Loaded<RefundsDue | null> }>) => {
  const { shell } = texts.value
  const words = till.value
  const { money, plainNumber } = formats.value
  const { currency } = preview
  const methods = methodsToCount(signedIn().museum.paymentMethods, preview)
  const hasCash = methods.includes(cash)
  const { username } = signedIn().museum.user
  const { till: tillOfDevice } = atTill()
  const drawer = drawerKey(username, tillOfDevice)
  const entryKey = draftKey(username, tillOfDevice)
  const kept = useRef(keptFloat(drawer, preview.from)).current
  const draft = useSignal(draftAfter(preview.from, drafts.get(entryKey), kept))
  const isAsking = useSignal(false)
  const form = useRef<HTMLDivElement>(null)
  const change = (part: Partial<ClosingDraft>) => {
    draft.value = { ...draft.value, ...part }
    drafts.set(entryKey, { from: preview.from, draft: draft.value })
    if (part.float !== undefined) keepFloat(drawer, { from: preview.from, float: part.float })
    // What was refused is not what is entered now.
    if (action.state.peek() === 'failed' && !isUnresolved) action.reset()
  }
  // Without cash there is no float, and nothing is moved.
  const entered: ClosingDraft = hasCash ? draft.value : { ...draft.value, float: '', moved: [] }
  const { counted, pieces, moved, note } = entered
  const float = entered.float ?? (cashBefore === undefined ? '' : plainNumber(cashBefore))
  const sums = closedMethods(methods, preview, entered, float)
  const sent = countedMethods(methods, entered)
  const uncounted = methods.filter((method) => sums.get(method)!.counted === null)
  const error = action.error.value
  const ask = () => {
    const unread = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (unread) {
      // Nothing that is folded takes the focus.
      const folded = unread.closest('details')
      if (folded) folded.open = true
      unread.focus()
    } else if (action.state.peek() !== 'running') isAsking.value = true
  }
  return (
    <Form action={action} onSubmit={() => undefined} onKeyDown={goToNext}>
      <div ref={form} class="stack">
        {hasCash && (
          <div class="closing-columns">
            <div class="closing-float">
              <AmountField
                label={words.float}
                hint={
                  entered.float === undefined && cashBefore !== undefined
                    ? words.floatOfBefore(money(cashBefore))
                    : words.floatHint
                }
                placeholder="0"
                text={float}
                onText={(text) => change({ float: text })}
                at="#/float"
                error={error}
              />
            </div>
            <Movements
              moved={moved}
              onMoved={(next) => change({ moved: next })}
              placeOf={(each) => `#/moved/${enteredMovements(entered).indexOf(each)}`}
              error={error}
            />
          </div>
        )}
        <ClosingTable
          label={words.close}
          currency={currency}
          methods={methods.map((method) => ({
            method,
            sums: sums.get(method)!,
            input: (
              <AmountField
                label={<span class="visually-hidden">{words.countedOf(nameOfMethod(method))}</span>}
                text={counted.get(method) ?? ''}
                onText={(text) => change({ counted: new Map([...counted, [method, text]]) })}
                at={`#/counted/${sent.indexOf(method)}`}
                error={error}
              />
            ),
          }))}
          total={totalOf([...sums.values()])}
        />
        <div class="closing-columns">
          <div class="stack">
            <p class="hint">
              {words.expectedHint} {words.keys}
            </p>
            {hasCash && (
              <Coins
                currency={currency}
                pieces={pieces}
                sum={piecesSum(entered, currency)}
                onPieces={(next) =>
                  change({
                    pieces: next,
                    counted: new Map([...counted, [cash, plainNumber(piecesSum({ pieces: next }, currency) / 100)]]),
                  })
                }
              />
            )}
            <Show loaded={due}>{(value) => value !== null && <RefundsDueToday {...value} />}</Show>
          </div>
          <div class="stack">
            <div class="row filters closing-end">
              <Field label={words.note} at="#/note" error={error}>
                <input
                  dir="auto"
                  autocomplete="off"
                  value={note}
                  onInput={({ currentTarget }) => change({ note: currentTarget.value })}
                />
              </Field>
              <ActionButton action={action} type="button" class="primary large" disabled={isUnresolved} onClick={ask}>
                {words.close}
              </ActionButton>
            </div>
            <ActionStatus
              action={action}
              fields={[
                '#/float',
                '#/note',
                ...sent.map((_, n) => `#/counted/${n}`),
                ...enteredMovements(entered).map((_, n) => `#/moved/${n}`),
              ]}
            />
          </div>
        </div>
        {isAsking.value && (
          <Dialog heading={words.closeQuestion} onClose={() => (isAsking.value = false)}>
            <ul>
              {sent.map((method) => (
                <li key={method} class="apart">
                  <bdi>{nameOfMethod(method)}</bdi>{' '}
                  <span class="number">
                    {words.difference}: {overOrShort(sums.get(method)!.difference, currency)}
                  </span>
                </li>
              ))}
            </ul>
            {uncounted.length > 0 && (
              <p class="note note-warning">{words.notCounted(uncounted.map(nameOfMethod).join(', '))}</p>
            )}
            <p>{words.neverChanges}</p>
            <div class="row">
              {/* Enter goes through the fields, and does not close the till with the next press. */}
              <button type="button" autofocus onClick={() => (isAsking.value = false)}>
                {shell.cancellation.keep}
              </button>
              <button
                type="button"
                class="primary"
                onClick={() => {
                  isAsking.value = false
                  onClose(closingFields(methods, currency, entered, float))
                }}
              >
                {words.close}
              </button>
            </div>
          </Dialog>
        )}
      </div>
    </Form>
  )
}

const RefundsDueToday = ({ tickets, amount }: RefundsDue) => {
  const words = till.value
  const { money, number } = formats.value
  if (tickets === 0) return <p class="quiet">{words.noRefundsDue}</p>
  return (
    <p class="note note-warning">
      <a href={hrefOf(['box-office', 'refunds'])}>{words.refundsDue(number(tickets), money(amount / 100))}</a>
    </p>
  )
}

/** Enter in a field goes to the next one: whoever counts types numbers. */
const goToNext = (event: KeyboardEvent) => {
  const { target, currentTarget, key } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || !(currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, button.large')].filter(
    (each) => each.closest('details:not([open]), dialog') === null,
  )
  fields[fields.indexOf(target) + 1]?.focus()
}

const Movements = ({
  moved,
  onMoved,
  placeOf,
  error,
}: Readonly<{
  moved: readonly EnteredMovement[]
  onMoved: (moved: readonly EnteredMovement[]) => void
  /** The place of a movement in the request. */
  placeOf: (movement: EnteredMovement) => string
  error: unknown
}>) => {
  const words = till.value
  const { shell } = texts.value
  const list = useRef<HTMLFieldSetElement>(null)
  const change = (changed: number, part: Partial<EnteredMovement>) =>
    onMoved(moved.map((each, n) => (n === changed ? { ...each, ...part } : each)))
  return (
    <fieldset ref={list}>
      <legend>{words.moved}</legend>
      {moved.map((each, n) => (
        // A movement has no identity of its own.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={n} class="closing-moved">
          <Field label={words.direction}>
            <select
              value={each.isOut ? 'out' : 'in'}
              onChange={({ currentTarget }) => change(n, { isOut: currentTarget.value === 'out' })}
            >
              <option value="out">{words.takenOut}</option>
              <option value="in">{words.putIn}</option>
            </select>
          </Field>
          <AmountField
            label={texts.value.report.amount}
            text={each.amount}
            onText={(amount) => change(n, { amount })}
            isRequired={each.note.trim() !== ''}
            isUnsigned
            at={`${placeOf(each)}/amount`}
            error={error}
          />
          <Field label={words.note} at={`${placeOf(each)}/note`} error={error}>
            <input
              dir="auto"
              autocomplete="off"
              value={each.note}
              onInput={({ currentTarget }) => change(n, { note: currentTarget.value })}
            />
          </Field>
          <button
            type="button"
            class="plain"
            aria-label={shell.remove(`${each.isOut ? words.takenOut : words.putIn} ${each.amount}`.trim())}
            onClick={() => onMoved(moved.filter((_, m) => m !== n))}
          >
            ✕
          </button>
        </div>
      ))}
      {moved.length < mostMovements && (
        <div>
          <button
            type="button"
            onClick={() => {
              onMoved([...moved, { isOut: true, amount: '', note: '' }])
              // The fields are rendered first.
              requestAnimationFrame(() =>
                list.current?.querySelector<HTMLElement>(':scope > :nth-last-child(2) select')?.focus(),
              )
            }}
          >
            {words.addMoved}
          </button>
        </div>
      )}
    </fieldset>
  )
}

import { formats, texts, till } from '../shell/languages.ts'
import { List, Pager, listPage } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import type { PageProps } from '../shell/page.ts'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { CloseTill, forgetDraft } from './close-till.tsx'
import { sumsOf } from './closing-draft.ts'
import { overOrShort } from './closing-table.tsx'
import { DeviceTill, NamedTill } from './device-till.tsx'
import { UnresolvedRequests, useKeyedRequest } from './keyed-request.tsx'
import { pendingClosings } from './pending-closings.ts'
import { SalesReport } from './sales-report.tsx'
import { StoredClosing } from './stored-closing.tsx'
import { atTill, deviceTill } from './till.ts'

const path = ['box-office', 'closing']

/** Closes the till of this device, or what the user sells at no till; or shows a closing, which the path names. */
export const Closing = ({ segments: [closingId] }: PageProps) =>
  closingId === undefined ? (
    <ClosingPage />
  ) : (
    <StoredClosing key={closingId} closingId={closingId} back={hrefOf(path)} />
  )

const ClosingPage = () => {
  const words = till.value
  const requests = useKeyedRequest({
    requests: pendingClosings,
    send: ({ closing }, options) => signedIn().client.createClosing(closing, options),
    onDone: ({ closingId, till }, { username }) => {
      forgetDraft(username, till)
      // Another page may be shown by now, or this page for another till.
      if (hrefOf(route.peek().segments) === hrefOf(path) && atTill().till === till)
        navigate(hrefOf([...path, closingId]))
    },
    onTooOld: () => requests.action.reset(),
  })
  return (
    <>
      <div class="apart">
        <h1>{texts.value.boxOffice.closing}</h1>
        <DeviceTill />
      </div>
      <UnresolvedRequests
        requests={requests}
        asking={words.asking}
        ofOther={words.unresolvedOfOther}
        lost={(_, time) => words.unresolvedTooOld(time)}
        unreadable={words.unresolvedDamaged}
      />
      <CloseTill
        key={deviceTill.value}
        action={requests.action}
        isUnresolved={requests.isUnresolved()}
        onClose={(closing) => requests.start({ closing: { ...closing, ...atTill() } })}
      />
      <Closings />
      <SalesReport />
    </>
  )
}

const shownClosings = 10

/** The closings of the till of this device; without one, those that the user may see. */
const Closings = () => {
  const words = till.value
  const { dateTime, plainNumber } = formats.value
  const page = listPage()
  const loaded = useLoaded(
    (signal) =>
      signedIn()
        .client.listClosings({ ...atTill(), page, limit: shownClosings }, { signal })
        .page(),
    [deviceTill.value, page],
  )
  const { query } = route.value
  return (
    <section class="stack screen-only">
      <h2>{words.earlier}</h2>
      <Show loaded={loaded}>
        {({ items, total: count }) => (
          <>
            <List items={items} empty={words.noClosings}>
              {({ closingId, number, till, closedBy, to, currency, total }) => (
                <li key={closingId} class="apart">
                  <a class="row" href={hrefOf([...path, closingId])}>
                    {words.closing(plainNumber(number))} · {dateTime(to)}
                  </a>{' '}
                  <span class="quiet">{till === undefined ? <bdi>{closedBy}</bdi> : <NamedTill name={till} />}</span>{' '}
                  <span class="number">{overOrShort(sumsOf(total).difference, currency)}</span>
                </li>
              )}
            </List>
            <Pager
              page={page}
              limit={shownClosings}
              total={count}
              onPage={(next) => navigate(hrefOf(path, { ...Object.fromEntries(query), page: next }))}
            />
          </>
        )}
      </Show>
    </section>
  )
}

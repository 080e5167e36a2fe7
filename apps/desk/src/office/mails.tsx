import type { MailDelivery } from '@museum/client'
import { useSignal } from '@preact/signals'
import { RunButton } from '../shell/action.tsx'
import { formats, office } from '../shell/languages.ts'
import { List, Pager } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { hrefOf } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'

/** The e-mails that could not be sent, and those that wait, each with the reason of its latest attempt. */
export const Mails = () => {
  const words = office.value
  return (
    <>
      <h1>{words.mails.title}</h1>
      <h2>{words.mails.failed}</h2>
      <MailsIn state="failed" />
      <h2>{words.mails.waiting}</h2>
      <MailsIn state="pending" />
    </>
  )
}

const limit = 50

const MailsIn = ({ state }: Readonly<{ state: 'failed' | 'pending' }>) => {
  const page = useSignal(1)
  const loaded = useLoaded(
    (signal) => signedIn().client.listMails({ state, page: page.value, limit }, { signal }).page(),
    [page.value],
    { seconds: 15 },
  )
  return (
    <Show loaded={loaded}>
      {({ items, total }) => (
        <>
          <List items={items} empty={office.value.mails.none}>
            {(mail) => <MailRow key={mail.deliveryId} mail={mail} onReplay={loaded.reload} />}
          </List>
          <Pager page={page.value} limit={limit} total={total} onPage={(next) => (page.value = Number(next))} />
        </>
      )}
    </Show>
  )
}

const MailRow = ({
  mail: { deliveryId, kind, timestamp, state, attempts, dueAt, latestAttempt, ticketIds, orderId },
  onReplay,
}: Readonly<{ mail: MailDelivery; onReplay: () => void }>) => {
  const words = office.value
  const { dateTime, number } = formats.value
  const search = orderId ?? ticketIds[0]
  return (
    <li>
      <div>
        <strong>{words.mails.kinds[kind]}</strong>
        <p class="quiet">{dateTime(timestamp)}</p>
        {search !== undefined && <a href={hrefOf(['box-office', 'find'], { search })}>{words.mails.tickets}</a>}
      </div>
      <div>
        {words.attempts(attempts, number(attempts))}
        {dueAt !== undefined && <p class="quiet">{words.nextAttempt(dateTime(dueAt))}</p>}
        <p class="quiet">
          <bdi>{latestAttempt?.because}</bdi>
        </p>
      </div>
      {state === 'failed' && (
        <RunButton work={(signal) => signedIn().client.replayMail(deliveryId, { signal })} onDone={onReplay}>
          {words.replay}
        </RunButton>
      )}
    </li>
  )
}

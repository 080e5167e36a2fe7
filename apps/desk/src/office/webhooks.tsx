import type { Webhook } from '@museum/client'
import { RunButton } from '../shell/action.tsx'
import { formats, office } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import type { PageProps } from '../shell/page.ts'
import { hrefOf } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'

/** The webhooks, or the deliveries to one. They are added by a command or by the API. */
export const Webhooks = ({ segments: [webhookId] }: PageProps) =>
  webhookId === undefined ? <WebhookList /> : <Deliveries webhookId={webhookId} />

const WebhookList = () => {
  const words = office.value
  const loaded = useLoaded((signal) => signedIn().client.listWebhooks({ signal }), [], { seconds: 15 })
  return (
    <>
      <h1>{words.webhooks}</h1>
      <div class="note">
        <p>{words.webhooksHint}</p>
        <code>
          <bdi dir="ltr">museum call createWebhook --help</bdi>
        </code>
      </div>
      <Show loaded={loaded}>
        {(webhooks) => (
          <List items={webhooks} empty={words.noWebhooks}>
            {(webhook) => <WebhookRow key={webhook.webhookId} webhook={webhook} onChange={loaded.reload} />}
          </List>
        )}
      </Show>
    </>
  )
}

const WebhookRow = ({
  webhook: { webhookId, url, types, description, enabled, failingSince },
  onChange,
}: Readonly<{ webhook: Webhook; onChange: () => void }>) => {
  const words = office.value
  const { dateTime } = formats.value
  return (
    <li>
      <div>
        <a href={hrefOf(['office', 'webhooks', webhookId])}>
          <bdi dir="ltr">{url}</bdi>
        </a>
        <p class="quiet">
          <bdi>{description}</bdi> {types.join(', ')}
        </p>
        <p>
          <span class={enabled ? 'badge badge-good' : 'badge badge-bad'}>
            {enabled ? words.enabled : words.disabled}
          </span>{' '}
          {failingSince !== undefined && (
            <span class="badge badge-warning">{words.failingSince(dateTime(failingSince))}</span>
          )}
        </p>
      </div>
      <div class="row">
        <RunButton work={(signal) => signedIn().client.testWebhook(webhookId, { signal })} done={words.testSent}>
          {words.sendTest}
        </RunButton>
        <RunButton
          work={(signal) => signedIn().client.updateWebhook(webhookId, { enabled: !enabled }, { signal })}
          onDone={onChange}
        >
          {enabled ? words.disable : words.enable}
        </RunButton>
      </div>
    </li>
  )
}

const stateKinds = { delivered: 'good', failed: 'bad', pending: 'warning' } as const

const Deliveries = ({ webhookId }: Readonly<{ webhookId: string }>) => {
  const words = office.value
  const { dateTime, number } = formats.value
  const loaded = useLoaded(
    (signal) => signedIn().client.listWebhookDeliveries(webhookId, { limit: 50 }, { signal }).page(),
    [webhookId],
    { seconds: 15 },
  )
  return (
    <>
      <a href={hrefOf(['office', 'webhooks'])}>{words.back}</a>
      <h1>{words.deliveries}</h1>
      <Show loaded={loaded}>
        {({ items }) => (
          <List items={items} empty={words.noDeliveries}>
            {({ deliveryId, type, timestamp, state, attempts, dueAt, latestAttempt }) => (
              <li key={deliveryId}>
                <div>
                  <strong>{type}</strong>
                  <p class="quiet">{dateTime(timestamp)}</p>
                </div>
                <div>
                  <span class={`badge badge-${stateKinds[state]}`}>{words.deliveryStates[state]}</span>{' '}
                  {words.attempts(attempts, number(attempts))}
                  {dueAt !== undefined && <p class="quiet">{words.nextAttempt(dateTime(dueAt))}</p>}
                  <p class="quiet">
                    {latestAttempt?.status} <bdi>{latestAttempt?.because}</bdi>
                  </p>
                </div>
                {state !== 'pending' && (
                  <RunButton
                    work={(signal) => signedIn().client.replayWebhookDelivery(webhookId, deliveryId, { signal })}
                    onDone={loaded.reload}
                  >
                    {words.replay}
                  </RunButton>
                )}
              </li>
            )}
          </List>
        )}
      </Show>
    </>
  )
}

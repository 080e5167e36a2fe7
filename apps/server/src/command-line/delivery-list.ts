import type { Page, PageRequest, WebhookDelivery } from '@museum/application'
import type { DeliveryState } from '@museum/domain'
import { commandName } from './command-name.ts'
import { localTime } from './output.ts'

type Listed = Omit<WebhookDelivery, 'type'>

/** The columns that lists of deliveries to webhooks and of e-mails share: those before what is delivered, and those after it. */
export const deliveryColumns = (timeZone: string) => ({
  first: [
    { title: 'ID', textOf: ({ deliveryId }: Listed) => String(deliveryId) },
    { title: 'Time', textOf: ({ at }: Listed) => localTime(at, timeZone) },
  ],
  last: [
    { title: 'State', textOf: ({ state }: Listed) => state },
    { title: 'Attempts', textOf: ({ attempts }: Listed) => String(attempts) },
    {
      title: 'Next attempt',
      textOf: ({ dueAt }: Listed) => (dueAt === undefined ? '-' : localTime(dueAt, timeZone)),
    },
    {
      title: 'Latest attempt',
      textOf: ({ latest }: Listed) => latest?.because ?? (latest?.status === undefined ? '-' : String(latest.status)),
      mayShorten: true as const,
    },
  ],
})

/** What the states of a delivery mean. */
export const deliveryStates =
  'pending waits for an attempt, also after one that failed; delivered was accepted; failed is not attempted again, such as ' +
  'after ten attempts in about three days.'

/** The sentence for no failed delivery: it says how many wait, and the command that lists them. */
export const noneFailed = async (
  name: string,
  list: (page: PageRequest, state: DeliveryState) => Promise<Page<unknown>>,
  command: string,
): Promise<string> => {
  // A long list is not counted.
  const { total = 'many' } = await list({ page: 1, limit: 1 }, 'pending')
  if (total === 0) return `No ${name} has failed.`
  return `No ${name} has failed for good; ${total} ${total === 1 ? 'waits' : 'wait'}: \`${commandName()} ${command}\``
}

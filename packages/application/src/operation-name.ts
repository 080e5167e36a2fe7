import type { Mails } from './mail/mail.ts'
import type { Museum } from './museum.ts'
import type { Users } from './users/users.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The name of an operation: in every layer, the name of the use case. */
export type OperationName = keyof (Museum & Users & Webhooks & Mails)

import type { Mails } from './mail/mail.ts'
import type { Museum } from './museum.ts'
import type { Users } from './users/users.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The name of an operation: that of its use case, in every layer. */
export type OperationName = keyof (Museum & Users & Webhooks & Mails)

import type { RequestRecord } from '@museum/adapters-http'
import type { Logger } from 'pino'

/** Passes the record of each request to `onResponse`, then logs it. */
export const responseLog =
  (log: Logger, onResponse?: (record: RequestRecord) => void) =>
  (record: RequestRecord): void => {
    onResponse?.(record)
    // Logged after the response is written, so that the client does not wait for it.
    process.nextTick(() => log[levelOf(record)](record, 'answered'))
  }

// 503 is expected while the database is unavailable; 500 is a defect.
const levelOf = ({ status }: RequestRecord) => (status === 500 ? 'error' : status > 500 ? 'warn' : 'info')

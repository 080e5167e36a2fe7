import { describeError } from './describe-error.ts'
import type { RequestRecord } from './request-log.ts'

/** Writes the error of a request that got 500 to standard error, without what may be personal data. */
export const logDefect = ({ status, requestId, method, path, error }: RequestRecord): void => {
  if (status === 500 && error !== undefined) console.error(`500 ${method} ${path} (${requestId})`, describeError(error))
}

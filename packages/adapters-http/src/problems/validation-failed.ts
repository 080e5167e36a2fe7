import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { TypedResponse } from '../operation/response.ts'
import type { WireFault } from './fault-codes.ts'
import type { Problem } from './problem-record.ts'
import { problem } from './problem.ts'

type Faults = readonly [WireFault, ...WireFault[]]

export const hasFaults = (faults: readonly WireFault[]): faults is Faults => faults.length > 0

/** 400 with all of these faults; its `detail` says the first one in words. */
export const validationFailed = (c: Context<MuseumEnv>, faults: Faults): TypedResponse<400, Problem> =>
  problem(c, 'validation-failed', detailOf(faults), { errors: faults })

/** The first of these faults in words, and how many there are besides. */
export const detailOf = ([first, ...others]: Faults): string => {
  const more = others.length === 0 ? '' : ` (and ${others.length} more, see errors)`
  return `${nameOf(first)} ${first.detail}${more}.`
}

const nameOf = (fault: WireFault) => {
  if ('parameter' in fault) return fault.parameter
  return 'header' in fault ? fault.header : fault.pointer.replace(/^#\/?/, '') || 'The body'
}

import type { ValueTransformer } from 'typeorm'
import { bytesOf, uuidOf } from '../../servers/representations.ts'

/** A UUID, which the museum's tables hold as 16 bytes. */
export const uuidTransformer: ValueTransformer = {
  to: (value: string | null | undefined) => (typeof value === 'string' ? bytesOf(value) : value),
  from: (value: Uint8Array | null) => value && uuidOf(value),
}

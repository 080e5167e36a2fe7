import type { Precondition } from '@museum/application'
import { type EntityTags, etagOf, isMatch } from '../operation/entity-tag.ts'
import { toSpecialEventBody } from './special-event.wire.ts'

/** The precondition of a change: the event still has one of the ETags in `If-Match`. Without the header it always holds. */
export const etagPrecondition =
  (tags: EntityTags | undefined): Precondition =>
  (current) =>
    tags === undefined || isMatch(tags, etagOf(toSpecialEventBody(current)))

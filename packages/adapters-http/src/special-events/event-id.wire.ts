import { EventId } from '@museum/domain'
import { text } from '../operation/domain-value.ts'
import { withExample } from '../operation/with-example.ts'

/** The identifier of a special event in a request. */
export const eventId = text(EventId).meta({
  format: 'uuid',
  ...withExample('01940000-0000-7000-8000-000000000001'),
  description: 'Identifier of the special event.',
})

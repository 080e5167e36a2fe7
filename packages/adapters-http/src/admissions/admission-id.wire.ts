import { AdmissionId } from '@museum/domain'
import { text } from '../operation/domain-value.ts'
import { withExample } from '../operation/with-example.ts'

/** The identifier of an admission in a request. */
export const admissionId = text(AdmissionId).meta({
  format: 'uuid',
  ...withExample('01940000-0000-7000-8000-000000000201'),
  description: 'Identifier of the admission.',
})

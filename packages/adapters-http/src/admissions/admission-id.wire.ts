import { AdmissionId } from '@museum/domain'
import { text } from '../operation/domain-value.ts'

/** The identifier of an admission in a request. */
export const admissionId = text(AdmissionId).meta({
  format: 'uuid',
  example: '01940000-0000-7000-8000-000000000201',
  description: 'Identifier of the admission.',
})

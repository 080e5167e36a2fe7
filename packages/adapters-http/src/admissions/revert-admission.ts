import { AdmissionId, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { empty } from '../operation/response.ts'
import { problemResponse } from '../operation/route.ts'
import { text, withExample } from '../operation/schemas.ts'
import { toProblem } from '../problems/problem.ts'

/** The identifier of an admission in a request. */
const admissionId = text(AdmissionId).meta({
  format: 'uuid',
  ...withExample('01940000-0000-7000-8000-000000000201'),
  description: 'Identifier of the admission.',
})

export const revertAdmission = operation(
  {
    method: 'delete',
    path: '/admissions/{admissionId}',
    operationId: 'revertAdmission',
    kind: 'change',
    roles: ['admin'],
    tags: ['Gate'],
    summary: 'Revert admission',
    description:
      'The ticket is no longer used: it is valid again, or cancelled if its event was deleted or its date removed. The scan ' +
      'log keeps the scan, with the reason `reverted`.',
    request: { params: z.object({ admissionId }) },
    responses: {
      204: { description: 'The admission was reverted.' },
      400: problemResponse('The admissionId is malformed.'),
      404: problemResponse('There is no such admission; it may have been reverted.', 'admission-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const scan = await museum.revertAdmission(path.admissionId, c.get('principal'))
    return isRefusal(scan) ? toProblem(c, scan) : empty(c, 204)
  },
)

import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { empty } from '../operation/response.ts'
import { problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { admissionId } from './admission-id.wire.ts'

export const revertAdmission = operation(
  {
    method: 'delete',
    path: '/admissions/{admissionId}',
    operationId: 'revertAdmission',
    tags: ['Gate'],
    summary: 'Revert admission',
    description:
      'The ticket counts as not used: it is valid again, or cancelled when its event or its date was removed. The scan ' +
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

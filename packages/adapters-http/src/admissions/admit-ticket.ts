import { isRefusal } from '@museum/domain'
import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { scanExamples, scanOutcomeExamples } from './scan-examples.ts'
import { ScanFields, ScanOutcomeBody, toScanOutcomeBody } from './scan.wire.ts'

export const admitTicket = operation(
  {
    method: 'post',
    path: '/admissions',
    operationId: 'admitTicket',
    tags: ['Gate'],
    summary: 'Admit ticket',
    description:
      'Decides the scan of a code, and records it. Every well-formed scan gets 200, also one that does not admit. Of any number ' +
      'of scans of a ticket one admits; of offline scans, which arrive in any order, the earliest: an offline scan that is ' +
      'earlier than the admission of its ticket takes its place.',
    request: {
      body: { required: true, content: { 'application/json': { schema: ScanFields, examples: scanExamples } } },
    },
    retryAdvice:
      'Send it again with the same scanId. If it has none, look for it in the scan log, GET /admissions, first.',
    responses: {
      200: jsonResponse('The scan was decided and recorded.', ScanOutcomeBody, undefined, scanOutcomeExamples),
      400: problemResponse('The body is faulty.'),
      422: problemResponse('Another scan has this scanId.', 'scan-id-reused'),
    },
  },
  async (museum, { body: { offline, ...scan } }, c) => {
    const outcome = await museum.admitTicket({ ...scan, isOffline: offline }, c.get('principal'))
    return isRefusal(outcome) ? toProblem(c, outcome) : json(c, toScanOutcomeBody(outcome), 200, noStore)
  },
)

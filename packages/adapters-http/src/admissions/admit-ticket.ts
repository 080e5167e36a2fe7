import { isRefusal } from '@museum/domain'
import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import { ScanFields, ScanOutcomeBody, scanExamples, scanOutcomeExamples, toScanOutcomeBody } from './scan.wire.ts'

export const admitTicket = operation(
  {
    method: 'post',
    path: '/admissions',
    operationId: 'admitTicket',
    kind: 'idempotent',
    roles: ['admin', 'gate'],
    tags: ['Gate'],
    summary: 'Admit ticket',
    description:
      'Decides and records the scan of a code. The response to every valid scan is 200, also when it does not admit. Only one ' +
      'scan of a ticket admits. Offline scans arrive in any order, and the earliest one admits: an offline scan that is ' +
      'earlier than the admission of its ticket replaces it.',
    request: {
      body: { required: true, content: { 'application/json': { schema: ScanFields, examples: scanExamples } } },
    },
    retryAdvice:
      'Send it again with the same scanId. If it has none, look for it in the scan log, GET /admissions, first.',
    responses: {
      200: jsonResponse('The scan was decided and recorded.', ScanOutcomeBody, undefined, scanOutcomeExamples),
      400: problemResponse('The body is not valid.'),
      422: problemResponse('Another scan has this scanId.', 'scan-id-reused'),
    },
  },
  async (museum, { body: { offline, ...scan } }, c) => {
    const outcome = await museum.admitTicket({ ...scan, isOffline: offline }, c.get('principal'))
    return isRefusal(outcome) ? toProblem(c, outcome) : json(c, toScanOutcomeBody(outcome), 200, noStore)
  },
)

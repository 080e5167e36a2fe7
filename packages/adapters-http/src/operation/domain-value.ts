import type { Fault } from '@museum/domain'
import { z } from 'zod'
import type { WireFaultCode } from '../problems/fault-codes.ts'
import { addIssue } from './zod-faults.ts'

/** Makes a value of the domain from a raw one, which has no fault by its rules. */
type ValueObject<Raw, Value> = ((raw: Raw) => Value) & { faultOf: (raw: Raw) => Fault<WireFaultCode> | undefined }

/** The transformation of a schema that makes a value of the domain, by the rules of the domain. */
export const toDomainValue =
  <Raw, Value>(valueObject: ValueObject<Raw, Value>) =>
  (raw: Raw, ctx: z.core.$RefinementCtx<Raw>): Value => {
    const fault = valueObject.faultOf(raw)
    return fault === undefined ? valueObject(raw) : addIssue(ctx, fault.code, fault.detail)
  }

/** The schema of a string that becomes a value of the domain. */
export const text = <Value>(valueObject: ValueObject<string, Value>) => z.string().transform(toDomainValue(valueObject))

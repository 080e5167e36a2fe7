import type { ZodType } from 'zod'

/** The schema of a member that may be absent. Null means that it is absent. */
export const optionalMember = <Schema extends ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)

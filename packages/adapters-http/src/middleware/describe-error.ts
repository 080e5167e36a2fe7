type DatabaseError = Error & Readonly<{ code?: unknown; errno?: unknown; sql?: unknown; errcode?: unknown }>

/** How many causes are described: they may form a cycle. */
const maxCauses = 10

/**
 * What is logged of an error: type, message, codes, stack and cause. The message and the statement of a database error
 * are left out, since they contain personal data.
 */
export const describeError = (error: DatabaseError): object => describe(error, maxCauses)

const describe = (error: DatabaseError, causes: number): object => {
  const { name, code, errno, errcode, sql, stack, message, cause } = error
  const isDatabaseError = sql !== undefined || errno !== undefined || errcode !== undefined
  return {
    type: name,
    ...(!isDatabaseError && { message }),
    ...(code !== undefined && { code }),
    ...(errno !== undefined && { errno }),
    ...(errcode !== undefined && { errcode }),
    stack: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(cause instanceof Error && causes > 0 && { cause: describe(cause, causes - 1) }),
  }
}

type DatabaseError = Error & Readonly<{ code?: unknown; errno?: unknown; sql?: unknown; errcode?: unknown }>

/**
 * What is logged of an error: type, message, codes, stack and cause. The message and the statement of a database error
 * are left out, since they contain personal data.
 */
export const describeError = (error: DatabaseError): object => {
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
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

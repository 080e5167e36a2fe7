/** What the doctor looks at, in the order in which it prints it. */
export const checkNames = [
  'configuration',
  'database',
  'sold-tickets',
  'ticket-keys',
  'administrators',
  'time',
  'fonts',
  'disk-space',
  'file-permissions',
  'port',
] as const

export type CheckName = (typeof checkNames)[number]

/**
 * What a check found. `serious`: the museum does not work, stops working soon, or its data are wrong; `warning`: a risk, or
 * probably a mistake. `message` says what is so, `advice` what the operator must do.
 */
export type Finding = Readonly<{
  check: CheckName
  level: 'ok' | 'warning' | 'serious'
  message: string
  advice?: string
}>

/** Functions that make the findings of one check. */
export const findingsOf = (
  check: CheckName,
): Readonly<{
  ok: (message: string) => Finding
  warning: (message: string, advice: string) => Finding
  serious: (message: string, advice: string) => Finding
}> => ({
  ok: (message) => ({ check, level: 'ok', message }),
  warning: (message, advice) => ({ check, level: 'warning', message, advice }),
  serious: (message, advice) => ({ check, level: 'serious', message, advice }),
})

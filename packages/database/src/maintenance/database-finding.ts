/**
 * What a check found. `serious`: the museum does not work, will soon stop working, or its data are wrong. `warning`: a risk, or
 * probably a mistake. `message` states what was found, `advice` what the operator must do. Neither contains a password or data
 * of a purchaser.
 */
export type Finding<Check extends string> = Readonly<{
  check: Check
  level: 'ok' | 'warning' | 'serious'
  message: string
  advice?: string
}>

/** What an inspection of a database found. */
export type DatabaseFinding = Finding<'database' | 'disk-space' | 'file-permissions'>

/** Functions that make findings of one check. */
export const findingsOf = <Check extends string>(check: Check) => ({
  ok: (message: string): Finding<Check> => ({ check, level: 'ok', message }),
  warning: (message: string, advice: string): Finding<Check> => ({ check, level: 'warning', message, advice }),
  serious: (message: string, advice: string): Finding<Check> => ({ check, level: 'serious', message, advice }),
})

/** What a part of a check found: a finding, several, or none. */
export type Found<Check extends string> = Finding<Check> | readonly Found<Check>[] | false | undefined

/** The findings of all parts of a check, in their order. */
export const findingsIn = <Check extends string>(found: Found<Check>): readonly Finding<Check>[] => {
  if (found === false || found === undefined) return []
  return 'check' in found ? [found] : found.flatMap((each) => findingsIn(each))
}

/** The options of `inspectDatabase`. */
export type InspectionOptions = Readonly<{
  /** The maximum number of connections of one server, which MySQL must allow. */
  serverConnections: number
  /** Also compares every index of an embedded database with its table, which takes several times as long. */
  isThorough: boolean
  /**
   * With several hosts, whether the server uses this one (`used`) or another one (`spare`); by default `one`, for a single
   * host.
   */
  host?: 'one' | 'used' | 'spare'
}>

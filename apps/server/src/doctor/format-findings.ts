import { Help } from 'commander'
import { counted } from '../command-line/output.ts'
import { escapeLine } from '../observability/log/escape-controls.ts'
import { type Finding, checkNames, checkTitles } from './finding.ts'

/** The levels as they are printed, in one width. */
const words: Readonly<Record<Finding['level'], string>> = { ok: 'ok', warning: 'WARNING', serious: 'SERIOUS' }
const wordWidth = 'SERIOUS'.length
/** In a terminal with fewer columns, texts are printed below the level instead of beside it. */
const narrow = 60

/**
 * The findings for a person, by check, wrapped to a terminal with `width` columns; without a width each is on one line, and
 * its advice on the next.
 */
export const formatFindings = (findings: readonly Finding[], width?: number): string => {
  const indentation = width !== undefined && width < narrow ? 2 : wordWidth + 4
  const findingText = ({ level, message, advice }: Finding) => {
    const lines = [message, ...(advice === undefined ? [] : [advice])]
      .map(escapeLine)
      .flatMap((text) => wrap(text, width === undefined ? undefined : width - indentation))
    const indented = lines.map((line) => ' '.repeat(indentation) + line)
    const word = `  ${words[level]}`
    return indentation === 2
      ? [word, ...indented].join('\n')
      : word.padEnd(indentation) + indented.join('\n').trimStart()
  }
  return checkNames
    .map((check) => ({ check, found: findings.filter((finding) => finding.check === check) }))
    .filter(({ found }) => found.length > 0)
    .map(({ check, found }) => [checkTitles[check], ...found.map(findingText)].join('\n'))
    .join('\n\n')
}

const wrap = (text: string, width: number | undefined): readonly string[] => {
  if (width === undefined) return [text]
  const help = Object.assign(new Help(), { minWidthToWrap: 1 })
  return help.boxWrap(text, Math.max(1, width)).split('\n')
}

/** How many findings are not ok, in words. */
export const summaryOf = (findings: readonly Finding[]): string => {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const [serious, warnings] = [count('serious'), count('warning')]
  const parts = [serious > 0 && `${serious} serious`, warnings > 0 && counted(warnings, 'warning')].filter(Boolean)
  return parts.length === 0 ? 'Nothing is wrong.' : `Found: ${parts.join(', ')}.`
}

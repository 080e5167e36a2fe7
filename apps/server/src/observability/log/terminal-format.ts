import { styleText } from 'node:util'
import { pino } from 'pino'
import { escapeForTerminal } from './escape-controls.ts'

type Style = Parameters<typeof styleText>[0]
type LoggedError = Readonly<{
  type?: unknown
  message?: unknown
  code?: unknown
  stack?: readonly string[]
  cause?: LoggedError
}>
type Line = Readonly<{
  level: number
  time: string
  msg?: string
  method?: unknown
  path?: unknown
  status?: number
  milliseconds?: number
  requestId?: unknown
  traceId?: unknown
  error?: LoggedError
}>

/**
 * Formats a line of pino, as JSON, for a person: for a request one line with its time, method, path, status, milliseconds
 * and request id; for anything else the message and its values. The stack of an error is below the line, except for a
 * request that got another status than 500, whose error is expected.
 */
export const terminalFormat = (colors: boolean): ((json: string) => string) => {
  const styled = (style: Style, text: string) => (colors ? styleText(style, text, { validateStream: false }) : text)
  const time = (line: Line) => styled('dim', new Date(line.time).toLocaleTimeString('en-GB'))

  const requestLine = (line: Line) => {
    const { method, path, status = 0, milliseconds, requestId, traceId, error } = line
    return [
      time(line),
      styled('bold', shown(method)),
      shown(path),
      styled(styleOfStatus(status), String(status)),
      ...(milliseconds === undefined ? [] : [`${Math.round(milliseconds)} ms`]),
      styled('dim', shown(requestId)),
      ...(traceId === undefined ? [] : [styled('dim', `trace ${shown(traceId)}`)]),
      ...(error !== undefined && status !== 500 ? [causesOf(error).map(titleOf).join('; ')] : []),
    ].join(' ')
  }
  const otherLine = (line: Line) => {
    const { level, time: _, msg, error: __, ...values } = line
    return [
      time(line),
      styled(styleOfLevel(level), (pino.levels.labels[level] ?? '').toUpperCase()),
      ...(msg === undefined ? [] : [shown(msg)]),
      ...Object.entries(values).map(([name, value]) => `${styled('dim', `${shown(name)}=`)}${shownValue(value)}`),
    ].join(' ')
  }
  return (json) => {
    const line = JSON.parse(json) as Line
    const isRequest = line.method !== undefined && line.status !== undefined
    const withStack = line.error !== undefined && (!isRequest || line.status === 500) ? causesOf(line.error) : []
    const stacks = withStack.map((error) => {
      const calls = (error.stack ?? []).map((call) => `\n        ${styled('dim', shown(call))}`)
      return `    ${styled('red', titleOf(error))}${calls.join('')}`
    })
    return [isRequest ? requestLine(line) : otherLine(line), ...stacks, ''].join('\n')
  }
}

const shown = (value: unknown) => escapeForTerminal(String(value))
const shownValue = (value: unknown) =>
  typeof value === 'string' && !/[\s"=]/.test(value) ? shown(value) : shown(JSON.stringify(value))

const causesOf = (error: LoggedError): readonly LoggedError[] =>
  error.cause === undefined ? [error] : [error, ...causesOf(error.cause)]
/** `TypeError: message`, or `Error CODE`. */
const titleOf = ({ type, message, code }: LoggedError) =>
  [
    shown(type),
    ...(message === undefined ? [] : [`: ${shown(message)}`]),
    ...(code === undefined ? [] : [` ${shown(code)}`]),
  ].join('')

const styleOfStatus = (status: number): Style =>
  status >= 500 ? 'red' : status >= 400 ? 'yellow' : status >= 300 ? 'cyan' : 'green'
const styleOfLevel = (level: number): Style => (level >= 50 ? 'red' : level >= 40 ? 'yellow' : 'green')

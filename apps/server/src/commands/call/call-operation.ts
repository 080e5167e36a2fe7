import type { Delimiter } from '../../command-line/argument-parsers.ts'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type MuseumApi, museumApi } from '@museum/adapters-http'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { environmentUserOf, messageOperations } from '../../composition/compose-server.ts'
import { withOpenMuseum } from '../../command-line/open-museum.ts'
import { type DescribedOperation, type Flag, optionName } from './described-operations.ts'
import { printBody } from './print-body.ts'

export type CallOptions = Readonly<{
  body?: string
  contentType?: string
  all?: true
  format?: 'table' | 'csv' | 'json'
  delimiter: Delimiter
}>

/**
 * Calls an operation through the API in this process, as the principal of the command, and prints the body of the response.
 * Throws `CommandFailed` with the problem that the API responds with.
 */
export const callOperation = async (operation: DescribedOperation, options: CallOptions): Promise<void> => {
  const values = valuesOf(operation, options)
  const body = await bodyOf(operation, options, values)
  await withOpenMuseum(async ({ museum, repositories, payments, database, config, principal }) => {
    const messages = messageOperations(config, repositories, payments)
    const api = museumApi(
      museum,
      { verify: async () => principal },
      {
        webhooks: messages,
        mails: messages,
        users: museum,
        userAdministration: config.userAdministration,
        environmentUser: environmentUserOf(config),
        withDeadline: database.withDeadline,
      },
    )
    const send = (query: Readonly<Record<string, string>> = {}) => sendRequest(api, operation, values, body, query)
    const response = options.all ? undefined : await send()
    if (response !== undefined && response.headers.get('Content-Type') === 'image/png') return printImage(response)
    const text = await response?.text()
    const result: unknown = response === undefined ? await allItems(send) : text === '' ? undefined : JSON.parse(text!)
    return printBody(result, options, operation.method !== 'GET')
  })
}

type Value = Readonly<{ flag: Flag; text: string }>

/** The flags that are given, with their texts. */
const valuesOf = ({ flags }: DescribedOperation, options: CallOptions): readonly Value[] =>
  flags.flatMap((flag) => {
    const text = new Map(Object.entries<unknown>(options)).get(optionName(flag)) as string | undefined
    if (text === undefined) return []
    // In a path, these would name another resource.
    if (flag.in === 'path' && ['', '.', '..'].includes(text))
      throw new CommandFailed(`--${flag.name} must not be ${text === '' ? 'empty' : `"${text}"`}.`)
    return [{ flag, text }]
  })

/** Converts the text of a flag to a JSON value. A text that does not fit the kind stays a string, which the API refuses. */
const asJson = ({ flag: { kind, isNullable }, text }: Value): unknown => {
  if (kind === 'string') return text
  if (isNullable && text === 'null') return null
  if (kind === 'list') return text.split(',')
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** The body of the request with its media type: the file, and for JSON the members that flags give. */
const bodyOf = async (
  { mediaTypes: [type, ...others] }: DescribedOperation,
  { body: path, contentType }: CallOptions,
  values: readonly Value[],
): Promise<Readonly<{ type: string; content: string | Uint8Array<ArrayBuffer> }> | undefined> => {
  const members = values.filter(({ flag }) => flag.in === 'body').map((value) => [value.flag.name, asJson(value)])
  if (type === undefined || (path === undefined && members.length === 0 && others.length === 0)) return undefined
  const file = path === undefined ? undefined : await readBody(path)
  if (others.length > 0) return { type: contentType!, content: file ?? '' }
  if (members.length === 0) return { type, content: file! }
  const rest = file === undefined ? {} : parseObject(new TextDecoder().decode(file))
  return { type, content: JSON.stringify({ ...rest, ...Object.fromEntries(members) }) }
}

const readBody = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(path === '-' ? await buffer(process.stdin) : await readFile(path))
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new CommandFailed(`${path === '-' ? 'The standard input' : path} cannot be read (${code}).`)
  }
}

const parseObject = (text: string): object => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Reported below.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new CommandFailed('The file of --body must have a JSON object, to which the flags add members.')
}

const sendRequest = async (
  api: MuseumApi,
  { method, path }: DescribedOperation,
  values: readonly Value[],
  body: Awaited<ReturnType<typeof bodyOf>>,
  query: Readonly<Record<string, string>>,
): Promise<Response> => {
  const given = (where: Flag['in']) =>
    Object.fromEntries(values.filter(({ flag }) => flag.in === where).map(({ flag, text }) => [flag.name, text]))
  const inPath = new Map(Object.entries(given('path')))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath.get(name)!))
  const search = new URLSearchParams({ ...given('query'), ...query }).toString()
  const response = await api.request(`${filled}${search && `?${search}`}`, {
    method,
    headers: {
      ...given('header'),
      // The API knows the principal of the command without a password.
      Authorization: `Basic ${btoa('command:command')}`,
      ...(body && { 'Content-Type': body.type }),
    },
    ...(body && { body: body.content }),
  })
  if (response.status >= 400) throw new CommandFailed(sentenceOf((await response.json()) as Problem))
  return response
}

/**
 * The items of all pages. Pages are numbered: when the number of items changes while they are read, all are read again, so that
 * none is missing.
 */
export const allItems = async (
  send: (query: Readonly<Record<string, string>>) => Promise<Response>,
  attemptsLeft = 10,
): Promise<readonly unknown[]> => {
  const items: unknown[] = []
  const totals = new Set<string | null>()
  for (let page = 1; ; page += 1) {
    const response = await send({ page: String(page), limit: '100' })
    totals.add(response.headers.get('X-Total-Count'))
    if (totals.size > 1 && attemptsLeft > 1) return allItems(send, attemptsLeft - 1)
    if (totals.size > 1) throw new CommandFailed('The list changes too often to be read as a whole.')
    items.push(...((await response.json()) as readonly unknown[]))
    if (!response.headers.get('Link')?.includes('rel="next"')) return items
  }
}

const printImage = async (response: Response) => {
  if (process.stdout.isTTY) throw new CommandFailed('The result is an image: write it to a file, as in > ticket.png.')
  process.stdout.write(new Uint8Array(await response.arrayBuffer()))
}

type Problem = Readonly<{
  detail: string
  errors?: readonly Readonly<{
    parameter?: string
    header?: string
    pointer?: string
    line?: number
    detail: string
  }>[]
}>

/** A problem in words: its detail and, if there are several, its faults. */
const sentenceOf = ({ detail, errors = [] }: Problem): string =>
  errors.length < 2
    ? detail
    : [
        detail,
        ...errors.map(({ parameter, header, pointer = '', line, detail: fault }) => {
          const place = parameter ?? header?.toLowerCase() ?? (pointer.replace(/^#\/?/, '') || 'The body')
          return `  ${line === undefined ? '' : `line ${line}, `}${place} ${fault}`
        }),
      ].join('\n')

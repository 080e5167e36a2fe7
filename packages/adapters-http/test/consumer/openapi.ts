import { readFileSync } from 'node:fs'
import { type Components, type Schema, resolve as resolveIn } from '../../../../tools/openapi-changes/schema.ts'

export type { Schema }

type Content = Readonly<Record<string, Readonly<{ schema: Schema & Readonly<{ example?: unknown }> }>>>
type Header = Readonly<{ required?: boolean; schema: Schema }>
export type Parameter = Readonly<{
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema & Readonly<{ example?: unknown }>
}>
export type Operation = Readonly<{
  method: string
  path: string
  operationId: string
  description: string
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ required: boolean; content: Content }>
  responses: Readonly<Record<string, Readonly<{ headers?: Readonly<Record<string, Header>>; content?: Content }>>>
}>

/** The document, as a client reads it. */
export const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  webhooks: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  components: Components
}>

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => Object.assign({ method, path }, operation)),
)

/** The part itself, or the component of the document to which it refers. */
export const resolve = <Part extends object>(part: Part): Part => resolveIn(part, document.components)

import { isUtf8 } from 'node:buffer'
import { type RowDataPacket, createConnection } from 'mysql2/promise'
import type { NodeContent } from './check-nodes.ts'
import type { DatabaseNode } from './engine.ts'

export const readNodeContent = async ({ name: node, url }: DatabaseNode): Promise<NodeContent> => {
  const connection = await createConnection({
    uri: url,
    rowsAsArray: true,
    // The bytes as they are sent, so that no two values become the same text.
    typeCast: (field) => utf8Text(field.buffer()),
  })
  try {
    const rowsOf = async (sql: string) =>
      (await connection.query<RowDataPacket[][]>(sql))[0].map((row) => JSON.stringify(row))
    const names = await rowsOf('select table_name from information_schema.tables where table_schema = database()')
    const tables = new Map<string, readonly string[]>()
    for (const [name] of names.map((row) => JSON.parse(row) as [string]))
      tables.set(name, await rowsOf(`select * from \`${name}\``))
    return { node, tables }
  } finally {
    connection.destroy()
  }
}

const utf8Text = (bytes: Buffer | null) =>
  bytes === null || (isUtf8(bytes) && !/\p{Cc}/u.test(bytes.toString()))
    ? (bytes?.toString() ?? null)
    : { hex: bytes.toString('hex') }

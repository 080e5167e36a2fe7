import { expect } from '@jest/globals'
import { CompiledQuery } from 'kysely'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import type { TestEngine } from './engines.ts'

/**
 * Expects that a statement finds its rows as a range (or one key) of an index and scans no table; with a covering index,
 * that it reads nothing else. The rows are in the order of the index unless the statement `isSorted`. A statement that
 * `isLocking` reads no rows but those that it names: `ref` would lock all that have the first column in common.
 */
export const expectRangeOf = async (
  {
    index,
    isCovering,
    isSorted = false,
    isLocking = false,
  }: { index: string | RegExp; isCovering: boolean; isSorted?: boolean; isLocking?: boolean },
  { sql, parameters }: CompiledQuery,
  database: MuseumDatabase,
  { isMysql }: TestEngine,
): Promise<void> => {
  const explain = isMysql ? 'explain format=traditional' : 'explain query plan'
  const { rows } = await database.kysely.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
  )
  if (isMysql) {
    const steps = rows.map(({ table, type, key, Extra }) => ({ table, type, key, Extra: String(Extra) }))
    const ofTables = steps.filter(({ table }) => !String(table).startsWith('<'))
    expect(ofTables).not.toContainEqual(expect.objectContaining({ type: expect.stringMatching(/^(ALL|index)$/) }))
    if (!isSorted)
      expect(ofTables).not.toContainEqual(expect.objectContaining({ Extra: expect.stringContaining('filesort') }))
    expect(ofTables).toContainEqual({
      table: expect.any(String),
      type: expect.stringMatching(isLocking ? /^(range|const)$/ : /^(range|ref|eq_ref|const)$/),
      key: typeof index === 'string' ? index : expect.stringMatching(index),
      Extra: isCovering ? expect.stringContaining('Using index') : expect.any(String),
    })
  } else {
    const steps = rows.map(({ detail }) => String(detail))
    expect(steps).not.toContainEqual(
      expect.stringMatching(
        /^SCAN (special_event|(event_)?occurrence|slot|museum_(ticket|order)|ticket_cancellation|scan|audit_entry|reservation|held_place)\b/,
      ),
    )
    expect(steps).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^SEARCH \\w+ USING ${isCovering ? 'COVERING INDEX' : '((COVERING )?INDEX )?'} ?${typeof index === 'string' ? index : index.source} \\(`,
        ),
      ),
    )
  }
}

import { expect, it } from '@jest/globals'
import type { KyselyPlugin } from 'kysely'
import { namedEngines } from '../../test/engines.ts'
import { shapeOf } from '../../test/shape-of.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

it.each(namedEngines)('continues after an interruption at any change of a table on %s', async (_, engine) => {
  const created = await Promise.all([engine.createDatabase(), engine.createDatabase()])
  const [database, other] = created.map(({ url }) => openDatabase(url)) as [MuseumDatabase, MuseumDatabase]
  try {
    const all = await migrate(database)
    // Changes of tables, insertions of their first rows, and records of applied migrations.
    let remaining = 0
    const interrupting: KyselyPlugin = {
      transformQuery({ node }) {
        const isOfKysely = /"kysely_migration(_lock)?"/.exec(JSON.stringify(node))
        const isChange = /^(Create|Alter)/.test(node.kind) && !isOfKysely
        const isRecord = node.kind.startsWith('Insert') && !isOfKysely?.[1]
        if ((isChange || isRecord) && (remaining -= 1) < 0) throw new Error('interrupted')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const interrupted = { ...other, kysely: other.kysely.withPlugin(interrupting) }
    // Each run repeats the migration that was interrupted, and makes one change more. SQLite undoes all changes of a run.
    let [changes, interruptions, applied] = [0, 0, 0]
    for (;;) {
      remaining = changes
      const outcome = await migrate(interrupted).catch((error: unknown) => (error as Error).message)
      if (outcome !== 'interrupted') {
        expect(outcome).toEqual(all.slice(applied))
        break
      }
      interruptions += 1
      const appliedNow = all.length - (await pendingMigrations(other)).length
      changes = appliedNow === applied ? changes + 1 : 1
      applied = appliedNow
    }
    expect(interruptions).toBeGreaterThan(2 * all.length)
    expect(await shapeOf(other, engine)).toEqual(await shapeOf(database, engine))
    expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(7)
    expect(await other.kysely.selectFrom('change_lock').selectAll().execute()).toHaveLength(9)
  } finally {
    for (const { close } of [database, other]) await close()
    for (const { drop } of created) await drop()
  }
})

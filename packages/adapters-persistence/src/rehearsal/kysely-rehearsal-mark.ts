import type { RehearsalMark } from '@museum/application'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The name of the stored setting that is the mark. */
const name = 'rehearsal'

/** The mark of the database of a rehearsal, in SQL: a stored setting. */
export const kyselyRehearsalMark = ({ query, transaction, engine }: MuseumDatabase): RehearsalMark => ({
  isSet: () =>
    query(async (tables) => {
      const mark = await tables.selectFrom('stored_setting').select('name').where('name', '=', name).executeTakeFirst()
      return mark !== undefined
    }),
  set: () =>
    transaction(async (tables) => {
      try {
        await tables.insertInto('stored_setting').values({ name, value: 'true' }).execute()
      } catch (error) {
        if (engine.classifyError(error) !== 'duplicate') throw error
      }
    }),
  hasSales: (exceptBy) =>
    query(async (tables) => {
      const sold = await tables
        .selectFrom('museum_ticket')
        .select('ticket_id')
        .where(({ eb, or }) =>
          or([
            eb('sold_by', 'is', null),
            eb(
              'sold_by',
              'not in',
              exceptBy.map((seller) => Buffer.from(seller)),
            ),
          ]),
        )
        .limit(1)
        .executeTakeFirst()
      return sold !== undefined
    }),
})

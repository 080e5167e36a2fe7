import type { RehearsalMark } from '@museum/application'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The mark of the database of a rehearsal, in SQL. */
export const kyselyRehearsalMark = ({ query, transaction, engine }: MuseumDatabase): RehearsalMark => ({
  isSet: () =>
    query(async (tables) => (await tables.selectFrom('rehearsal_mark').select('id').executeTakeFirst()) !== undefined),
  set: () =>
    transaction(async (tables) => {
      try {
        await tables.insertInto('rehearsal_mark').values({ id: 1 }).execute()
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

import { type MuseumDatabase, kyselyRehearsalMark } from '@museum/adapters-persistence'
import type { RehearsalMark } from '@museum/application'
import type { Logger } from 'pino'
import { demoSellers } from '../commands/demo/demo-sellers.ts'
import type { Config } from '../settings/settings.ts'
import { CannotStart } from './cannot-start.ts'

type Settings = Pick<Config, 'shop' | 'payment'>

/** A server starts unless it is `serious`. */
type RehearsalFinding = Readonly<{ level: 'ok' | 'warning' | 'serious'; message: string; advice: string }>

const ofRehearsal = 'This is the database of a rehearsal: the tickets in it are not valid.'

/** What is to be known of a database and these settings where only one of them is of a rehearsal, or the database is. */
export const findRehearsal = async (
  mark: Pick<RehearsalMark, 'isSet' | 'hasSales'>,
  { shop, payment }: Settings,
): Promise<RehearsalFinding | undefined> => {
  if (!(await mark.isSet()))
    return shop === 'rehearsal' && (await mark.hasSales(demoSellers))
      ? {
          level: 'serious',
          message: 'MUSEUM_SHOP is rehearsal, and this database has sold tickets that are valid.',
          advice: 'Remove MUSEUM_DATABASE_URL, or set it to another database.',
        }
      : undefined
  if (shop === 'rehearsal') return { level: 'ok', message: ofRehearsal, advice: '' }
  const sells = payment === 'stripe' ? 'MUSEUM_PAYMENT=stripe' : shop === 'on' && 'MUSEUM_SHOP=on'
  return sells
    ? {
        level: 'serious',
        message: `${ofRehearsal} A server with ${sells} does not start with it.`,
        advice: 'Set MUSEUM_DATABASE_URL to another database; or, to rehearse again, set MUSEUM_SHOP=rehearsal.',
      }
    : {
        level: 'warning',
        message: `${ofRehearsal} Their images say so only with MUSEUM_SHOP=rehearsal.`,
        advice: 'To sell valid tickets, set MUSEUM_DATABASE_URL to another database.',
      }
}

/** Marks the database of a rehearsal that starts. Throws `CannotStart` where only one of database and settings is of a rehearsal. */
export const checkRehearsal = async (database: MuseumDatabase, settings: Settings, log: Logger): Promise<void> => {
  const mark = kyselyRehearsalMark(database)
  const found = await findRehearsal(mark, settings)
  if (found?.level === 'serious') throw new CannotStart(found.message, found.advice)
  if (found?.level === 'warning') log.warn(`${found.message} ${found.advice}`)
  if (found === undefined && settings.shop === 'rehearsal') await mark.set()
}

import type { BackupProgress, DatabaseContent } from '@museum/adapters-persistence'
import { localTime } from '../../command-line/local-time.ts'
import type { ByteProgress } from '../../command-line/with-byte-progress.ts'

/** What a database contains, as the end of a sentence: `3 tickets (the latest sold 2030-05-17 20:02:11), 1 special event, …` */
export const contentText = (content: DatabaseContent, timeZone: string): string => {
  const { tickets, latestSale, specialEvents, users, auditEntries } = content
  const latest = latestSale === null ? '' : ` (the latest sold ${localTime(latestSale, timeZone)})`
  return (
    `${counted(tickets, 'ticket', 'tickets')}${latest}, ${counted(specialEvents, 'special event', 'special events')}, ` +
    `${counted(users, 'user', 'users')} and ${counted(auditEntries, 'audit entry', 'audit entries')}`
  )
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What a database contains, as JSON. */
export const contentRecord = ({ latestSale, ...content }: DatabaseContent) => ({
  ...content,
  latestSale: latestSale === null ? null : new Date(latestSale).toISOString(),
})

/** Says on standard error what interrupted commands have left. */
export const reportPartFiles = (partFiles: readonly string[]): void => {
  for (const file of partFiles)
    console.error(
      `${file} is an incomplete copy of a database, of a command that was interrupted or is still running. ` +
        'If none is running, delete it.',
    )
}

const steps = { copy: 'copied', check: 'checking the copy' }

/** How far a backup is, for the progress bar. */
export const toByteProgress = ({ step, ...progress }: BackupProgress): ByteProgress => ({
  step: steps[step],
  ...progress,
})

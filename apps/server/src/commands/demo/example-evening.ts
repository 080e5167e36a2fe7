import { CalendarDate, Capacity, EntryTimes, OpeningHours, TimeOfDay, isRefusal } from '@museum/domain'
import type { OpenMuseum } from '../../command-line/open-museum.ts'

/** Before the first one closes a museum that has not set its hours, so that no other day has entry times. */
export const eveningTimes = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00'].map(TimeOfDay)
const hours = OpeningHours({ timeOpen: eveningTimes[0]!, timeClose: TimeOfDay('22:00') })

/**
 * Opens the museum for an evening with entry times of twelve places instead of for a day, and returns its date. None if the museum
 * has entry times or is open in an evening: its hours stay as they are.
 */
export const openForAnEvening = async ({ museum, principal, today }: OpenMuseum): Promise<CalendarDate | undefined> => {
  const { weekly, exceptions } = await museum.getSchedule()
  const { rule } = await museum.getEntryTimes()
  const isOpenLate = [...Object.values(weekly), ...exceptions.values()].some(
    (day) => day !== 'closed' && day.timeClose > hours.timeOpen,
  )
  if (rule !== null || isOpenLate) return undefined
  const date = CalendarDate.plusDays(today, 4)
  const changed = { weekly, exceptions: new Map([...exceptions, [date, hours] as const]) }
  if (isRefusal(await museum.setSchedule(changed, principal))) return undefined
  const entryTimes = { ...EntryTimes.none, rule: { times: eveningTimes, length: 30 }, capacity: Capacity(12) }
  return isRefusal(await museum.setEntryTimes(entryTimes, principal)) ? undefined : date
}

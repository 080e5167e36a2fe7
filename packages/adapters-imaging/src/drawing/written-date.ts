import { CalendarDate } from '@museum/domain'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The date in words, such as `Friday, 17 May 2030`. */
export const writtenDate = (date: CalendarDate): string => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const weekday = CalendarDate.weekday(date)
  return `${weekday[0]!.toUpperCase()}${weekday.slice(1)}, ${day} ${months[month - 1]} ${year}`
}

// Stores the dates of its second argument in every date column of the database of its first, and prints what it reads.
import {
  CalendarDate,
  ConfirmationCode,
  EventId,
  OpeningHours,
  SpecialEvent,
  TicketId,
  TimeOfDay,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, exampleId, someDates } from '@museum/testing/examples'
import { openDatabase } from '../../src/index.ts'
import { anAuditEntry, changeHours, sellAlone } from '@museum/testing'
import { kyselyRepositories } from '../../src/kysely-repositories.ts'

const [, , url, texts, from] = process.argv as string[]
const database = openDatabase(url!)
const { specialEvents, tickets, museumHours } = kyselyRepositories(database)
const dates = someDates(...texts!.split(','))
const first = Number(from)
const hours = OpeningHours({ timeOpen: TimeOfDay('09:00'), timeClose: TimeOfDay('18:00') })

const event = aSpecialEvent({ eventId: EventId(exampleId(first)), dates })
await specialEvents.add(event, anAuditEntry())
for (const [n, date] of dates.entries()) {
  const ticketId = TicketId(exampleId(first + n))
  const confirmationCode = ConfirmationCode(`ticket-${first}-${n}`)
  await sellAlone(tickets, aGeneralTicket({ ticketId, confirmationCode, ticketDate: date }))
  await changeHours(museumHours, { date: date, hours: hours })
}

const { exceptions } = await museumHours.schedule(dates[0]!, CalendarDate.last)
const sold = await Promise.all(dates.map((_, n) => tickets.find(TicketId(exampleId(first + n)))))
console.log(
  JSON.stringify({
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    event: SpecialEvent.datesOf((await specialEvents.find(event.eventId))!),
    tickets: sold.map((ticket) => ticket?.ticketDate),
    exceptions: [...exceptions.keys()].toSorted(),
  }),
)
await database.close()

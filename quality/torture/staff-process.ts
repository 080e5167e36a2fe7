/**
 * A process that changes hours, entry times, users and events of its own through the use cases, as commands do beside servers, until it
 * gets SIGTERM. Its argument is the URL of the database. The exit code is 1 after an error other than `Unavailable`.
 */
import { setHours } from '@museum/testing'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import process from 'node:process'
import { openDatabase } from '@museum/adapters-persistence'
import { Password, Username, roles } from '@museum/application'
import {
  CalendarDate,
  Capacity,
  EntryTimes,
  EventDates,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  OpeningHours,
  Price,
  TimeOfDay,
} from '@museum/domain'
import { openMuseumOn, whenAvailable } from './open-museum-on.ts'
import { ownEventName } from './own-event-name.ts'
import { randomItem } from './random.ts'
import { startWorkers } from './start-workers.ts'
import { uuidOf } from './uuid-of.ts'

const database = openDatabase(process.argv[2]!)
const { museum, users } = openMuseumOn(database)
const actor = { username: `cli:staff-${process.pid}` }

// Tickets are bought for a Saturday, so its hours are left alone; and the administrator, by whom clients authenticate.
const weekdays = ['monday', 'tuesday', 'wednesday'] as const
const dates = ['2031-06-01', '2031-06-02', '2031-06-03', '2031-06-04'].map(CalendarDate)
const names = ['Ōmura 🗝️', 'box office', 'gate'].map(Username)
const someHours = () => {
  const timeOpen = TimeOfDay(randomItem(['08:00', '09:00', '10:00']))
  return Math.random() < 0.3 ? 'closed' : OpeningHours({ timeOpen, timeClose: TimeOfDay('18:00') })
}
const someSessions = () => ({
  rule: randomItem([null, { times: [TimeOfDay('11:00'), TimeOfDay('15:30')], length: 90 }]),
  capacity: Capacity(randomInt(3)),
})
const someDates = () => {
  const wanted = dates.filter(() => Math.random() < 0.5)
  return EventDates(wanted.length === 0 ? [dates[0]!] : wanted)
}

/** The events of all staff processes, deleted ones included. */
const ownEvents = async () => {
  const { kysely } = database
  const stored = await kysely
    .selectFrom('special_event')
    .select('event_id')
    .where('name', '=', EventName(ownEventName))
    .execute()
  return stored.map((row) => EventId(uuidOf(row.event_id)))
}
const maxOwnEvents = 4
const draft = () => ({
  name: EventName(ownEventName),
  location: EventLocation('Office'),
  eventDescription: EventDescription(''),
  dates: someDates(),
  price: Price(randomInt(3)),
})

const steps: readonly (() => Promise<unknown>)[] = [
  () =>
    setHours(museum, { weekday: randomItem(weekdays), hours: someHours() }, actor, {
      despiteTickets: true,
    }),
  () =>
    setHours(museum, { date: randomItem(dates), hours: Math.random() < 0.3 ? 'as-the-week' : someHours() }, actor, {
      despiteTickets: true,
    }),
  // Clients buy tickets without an entry time.
  () => museum.setEntryTimes({ ...EntryTimes.none, early: randomInt(60) }, actor),
  () =>
    users.addUser(
      { username: randomItem(names), role: randomItem(roles), password: Password(`password ${randomInt(9)}`) },
      actor,
    ),
  () => users.updateUser(randomItem(names), { role: randomItem(roles) }, actor),
  () => users.updateUser(randomItem(names), { password: Password(`password ${randomInt(9)}`) }, actor),
  () => users.updateUser(randomItem(names), { isEnabled: false }, actor),
  () => users.updateUser(randomItem(names), { isEnabled: true }, actor),
  () => users.removeUser(randomItem(names), actor),
  async () => {
    const events = await ownEvents()
    if (events.length < maxOwnEvents) return museum.createSpecialEvent(draft(), { actor })
    const event = randomItem(events)
    const chance = Math.random()
    if (chance < 0.4) return museum.restoreSpecialEvent(event, actor)
    if (chance < 0.6) return museum.deleteSpecialEvent(event, actor)
    if (chance < 0.8) return museum.setEventEntryTimes(event, someSessions(), actor)
    return museum.updateSpecialEvent(event, draft(), actor)
  },
]

/** So many that some transaction is always in progress when the process is killed. */
const workers = 6

const stop = startWorkers(workers, () => whenAvailable(database, randomItem(steps)))
await once(process, 'SIGTERM')
await stop()
await database.close()

import {
  CalendarDate,
  type Currency,
  Capacity,
  EventDates,
  EventDescription,
  type EventEntryTimes,
  EventLocation,
  EventName,
  Percentage,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
  type SpecialEventDraft,
  TimeOfDay,
} from '@museum/domain'

export const examplePrices = PriceCategories([
  { priceCategory: PriceCategoryId('full'), name: PriceCategoryName('Adult'), percentage: Percentage(100) },
  { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child, 6 to 17'), percentage: Percentage(50) },
  { priceCategory: PriceCategoryId('toddler'), name: PriceCategoryName('Under 6'), percentage: Percentage(0) },
])

const subjects = [
  ['Night at the Museum', 'Torches, whispers, and a mammoth: the halls after dark.', 'Main Hall', 19.9],
  ['Pirate Coding Workshop', 'Bring a laptop and a parrot. We write the map, then we follow it.', 'Learning Lab', 12.5],
  ['浮世絵の夜', '葛飾北斎と歌川広重の版画を、学芸員の解説とともに。', '東洋館 第二室', 24],
  ['Dinosaurs, Up Close', 'A conservator opens the cases. Children ask the questions.', 'Gallery of Bones', 9.75],
  ['ليلة الخط العربي', 'أمسية مع الحبر والقصب والورق، للمبتدئين والخطاطين.', 'قاعة المخطوطات', 15],
  ['Mask Painting for Families', 'Paper, feathers, gold. Aprons are here, sleeves are yours.', 'Courtyard Studio', 0],
  ['Sleepover under the Whale', 'A sleeping bag, a torch, and thirty metres of company.', 'Ocean Hall', 49],
  ['Ελληνικά αγγεία', 'What the pots were for, and who is running around them.', 'Antiquities, Room 4', 8],
  ['Curator’s Walk: The Storeroom', 'The nine tenths of the collection that nobody sees.', 'Meet at the East Door', 30],
  ['Jazz among the Bronzes', 'A trio, a late bar, and excellent acoustics.', 'Sculpture Court', 27.5],
] as const

/**
 * In how many days the first events take place: one from today on, one whose first date is sold out, one that is cancelled, and
 * one whose first date is almost sold out. `example-day.ts` sells their tickets.
 */
const daysOfFirstEvents = [
  [0, 1, 2],
  [3, 10, 17],
  [5, 6],
  [2, 9],
] as const
/** How many events the orders of `example-day.ts` are for; tickets to the others are sold singly. */
export const eventsOfOrders = daysOfFirstEvents.length

/** The sessions of the n-th event: only one, for families, has any. */
export const exampleSessions = (n: number): EventEntryTimes | undefined =>
  n === 5 ? { rule: { times: ['10:30', '14:00'].map(TimeOfDay), length: 90 }, capacity: Capacity(12) } : undefined

/** The n-th of `count` events: after the first ones, they are spread over a year, each with one to four dates. */
export const exampleEvent = (
  n: number,
  count: number,
  { today, currency }: Readonly<{ today: CalendarDate; currency: Currency }>,
): SpecialEventDraft => {
  const [name, eventDescription, location, amount] = subjects[n % subjects.length]!
  const price = Price.ofAmount(amount)
  const first = 1 + Math.floor(((n + 1 - eventsOfOrders) * 360) / count)
  const days =
    daysOfFirstEvents[n] ?? Array.from({ length: 1 + (n % 4) }, (_, day) => first + day * (n % 3 === 0 ? 7 : 1))
  const round = Math.floor(n / subjects.length)
  return {
    name: EventName(round === 0 ? name : `${name} (${round + 1})`),
    location: EventLocation(location),
    eventDescription: EventDescription(eventDescription),
    dates: EventDates(days.map((day) => CalendarDate.plusDays(today, day))),
    // In a currency without decimals, without them.
    price: Price.faultIn(price, currency) === undefined ? price : Price.ofAmount(Math.ceil(amount)),
  }
}

import { formats, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'

const shownDays = 14

const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The hours of the next days. */
const HoursPage = () => {
  const { hours: words } = texts.value
  const { today } = signedIn().museum
  const loaded = useLoaded(
    async (signal) => {
      const query = { startDate: today, endDate: addDays(today, shownDays - 1), limit: 100 }
      return (await signedIn().client.getMuseumHours(query, { signal }).page()).items
    },
    [today],
    { seconds: 15 },
  )
  return (
    <>
      <h1>{words.title}</h1>
      <Show loaded={loaded}>
        {(days) => (
          <table>
            <thead>
              <tr>
                <th scope="col">{words.date}</th>
                <th scope="col">{words.openingHours}</th>
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: shownDays }, (_, n) => addDays(today, n)).map((date) => {
                const hours = days.find((day) => day.date === date)
                return (
                  <tr key={date}>
                    <th scope="row">{formats.value.fullDate(date)}</th>
                    <td class="nowrap">{hours === undefined ? words.closed : formats.value.hours(hours)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </Show>
    </>
  )
}

export default HoursPage

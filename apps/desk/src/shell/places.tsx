import { texts } from './languages.ts'

const few = 10

/** How many places are left, if there is a limit. */
export const Places = ({ available }: Readonly<{ available: number | null }>) => {
  const { hours: words } = texts.value
  if (available === null) return null
  if (available === 0) return <span class="places badge badge-bad">{words.soldOut}</span>
  return (
    <span class={available <= few ? 'places badge badge-warning' : 'places badge badge-good'}>
      {words.placesLeft(available)}
    </span>
  )
}

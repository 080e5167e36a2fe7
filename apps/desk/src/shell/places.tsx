import { texts } from './languages.ts'

const few = 10

/** How many places are left, if there is a limit. With `isShort` it shows the number alone, for a list that says what it is. */
export const Places = ({ available, isShort = false }: Readonly<{ available: number | null; isShort?: boolean }>) => {
  const { hours: words } = texts.value
  if (available === null) return null
  const text = available === 0 ? words.soldOut : words.placesLeft(available)
  return (
    <span class={`places badge badge-${available === 0 ? 'bad' : available <= few ? 'warning' : 'good'}`}>
      {isShort && <span aria-hidden="true">{available}</span>}
      <span class={isShort ? 'visually-hidden' : undefined}>{text}</span>
    </span>
  )
}

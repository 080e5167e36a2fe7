import { texts } from './languages.ts'

/** Few places are left when they are at most as many, and at most a tenth of the capacity, or the last one. */
const few = 10
const areFew = (available: number, capacity: number | null) =>
  available <= Math.max(1, Math.min(few, (capacity ?? Infinity) / 10))

/** How many places are left, if there is a limit. With `isShort` it shows the number alone, for a list that says what it is. */
export const Places = ({
  available,
  capacity,
  isShort = false,
}: Readonly<{ available: number | null; capacity: number | null; isShort?: boolean }>) => {
  const { hours: words } = texts.value
  if (available === null) return null
  const text = available === 0 ? words.soldOut : words.placesLeft(available)
  return (
    <span class={`places badge badge-${available === 0 ? 'bad' : areFew(available, capacity) ? 'warning' : 'good'}`}>
      {isShort && <span aria-hidden="true">{available}</span>}
      <span class={isShort ? 'visually-hidden' : undefined}>{text}</span>
    </span>
  )
}

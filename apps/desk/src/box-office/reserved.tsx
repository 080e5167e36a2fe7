import type { NewReservation } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { formats, texts, till } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { ReleaseButton, SoldBefore } from './reservation-buttons.tsx'
import { ReservationCard, placesOf } from './reservation-card.tsx'
import { readNames } from './reservation-names.ts'
import { NextSaleButton } from './sold-order.tsx'

/** The page after places were reserved. */
export const Reserved = ({
  reservation: { reservationId, items },
  onNext,
}: Readonly<{ reservation: NewReservation; onNext: () => void }>) => {
  const words = till.value.reservations
  const places = placesOf(items)
  const state = useSignal<'held' | 'released' | 'sold'>('held')
  const heading = useRef<HTMLHeadingElement>(null)
  const loaded = useLoaded(async (signal) => {
    const reservation = await signedIn().client.getReservation(reservationId, { signal })
    return { reservation, names: await readNames([reservation], signal) }
  }, [])
  // Enter, with which the places were reserved, does nothing more.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div class="apart">
        <div role="status">
          <h1 ref={heading} tabIndex={-1}>
            {state.value === 'released' ? words.undone : words.reserved(places, formats.value.number(places))}
          </h1>
        </div>
        <NextSaleButton isUndone={state.value === 'released'} onNext={onNext}>
          {texts.value.boxOffice.nextSale}
        </NextSaleButton>
      </div>
      {state.value === 'sold' && <SoldBefore orderId={reservationId} />}
      {state.value === 'held' && (
        <Show loaded={loaded}>
          {({ reservation, names }) => (
            <ReservationCard reservation={reservation} names={names}>
              <ReleaseButton
                reservation={reservation}
                text={words.undo}
                onDone={(isDone) => {
                  if (isDone) state.value = 'released'
                }}
                onSold={() => (state.value = 'sold')}
              />
            </ReservationCard>
          )}
        </Show>
      )}
    </>
  )
}

import type { SoldTicket } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { formats, texts } from '../shell/languages.ts'

type TicketState = SoldTicket['state']

const states = ['valid', 'admitted', 'cancelled'] as const satisfies readonly TicketState[]
const kinds = { valid: 'good', admitted: 'warning', cancelled: 'bad' } as const

/** The state of a ticket; `children` stand before its name. */
export const TicketStateBadge = ({
  state,
  children,
}: Readonly<{ state: TicketState; children?: ComponentChildren }>) => (
  <span class={`badge badge-${kinds[state]}`}>
    {children}
    {texts.value.boxOffice.states[state]}
  </span>
)

/** How many tickets of an order are in each state. */
export const OrderStates = ({ counts }: Readonly<{ counts: Readonly<Record<TicketState, number>> }>) => (
  <>
    {states.map(
      (state) =>
        counts[state] > 0 && (
          <TicketStateBadge key={state} state={state}>
            {formats.value.number(counts[state])} ×{' '}
          </TicketStateBadge>
        ),
    )}
  </>
)

import { museumClock } from '@museum/client/gate'

/** The time of the museum, which the responses of the API tell. */
export const clock = museumClock()

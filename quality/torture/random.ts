import { setTimeout as sleep } from 'node:timers/promises'

export const randomItem = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

/** The items one after the other, again and again; undefined of none. */
export const inTurn = <T>(items: readonly T[], turn: number): T | undefined => items[turn % items.length]

/** A number from `min` to `max`. */
export const randomBetween = (min: number, max: number) => min + Math.random() * (max - min)

/** The pause of a client before it sends a request again. */
export const retryDelay = () => sleep(randomBetween(5, 25))

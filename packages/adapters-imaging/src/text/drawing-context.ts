import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import type { Face, Weight } from './face.ts'

/** Sets every property of the context on which the shape and the width of a run depend, but for `letterSpacing`. */
export const prepareContext = (
  context: SKRSContext2D,
  face: Face,
  weight: Weight,
  size: number,
  rightToLeft: boolean,
): void => {
  context.font = face.font(weight, size)
  context.lang = face.language
  context.direction = rightToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'left'
}

let context: SKRSContext2D | undefined

/** A context that measures texts and draws nothing; all measurements share it. */
export const measuringContext = (): SKRSContext2D => (context ??= createCanvas(1, 1).getContext('2d'))

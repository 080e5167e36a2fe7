import jsQR from 'jsqr'
import type { Pixels } from './pixels.ts'

// The types describe an ES module; Node loads the CommonJS one, whose export is the function.
const scan = jsQR as unknown as typeof jsQR.default

/** Reads the QR code of an image with a scanner that shares no code with the library that drew it. */
export const readCode = ({ data, width, height }: Pixels): string | undefined => scan(data, width, height)?.data

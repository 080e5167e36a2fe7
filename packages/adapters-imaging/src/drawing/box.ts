/** A rectangle of the image, in pixels from its upper left corner. */
export type Box = Readonly<{ x: number; y: number; width: number; height: number }>

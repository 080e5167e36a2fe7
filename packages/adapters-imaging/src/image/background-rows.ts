import { createCanvas } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'
import { drawBackground } from '../drawing/draw-background.ts'
import type { TicketLayout } from '../drawing/ticket-layout.ts'
import { copyIndices } from './copy-indices.ts'
import { palettes } from './palette.ts'

/** The last eight backgrounds, 0.9 MB each: tickets of one type and height have the same. */
const backgrounds = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: 8 })

/** The background of a ticket as rows of a PNG with a palette. The array is cached: callers must copy it to write. */
export const backgroundRows = (layout: TicketLayout): Uint8Array<ArrayBuffer> => {
  const { width, height, accent, perforationY, ornament } = layout
  const key = [accent, height, perforationY, ornament.y].join()
  const cached = backgrounds.get(key)
  if (cached) return cached

  const canvas = createCanvas(width, height)
  drawBackground(canvas.getContext('2d'), layout)
  const rows = new Uint8Array((width + 1) * height)
  copyIndices(palettes[accent].indicesOf(canvas.data(), accent), rows, width, { x: 0, y: 0, width, height })
  backgrounds.set(key, rows)
  return rows
}

// A program: draws tickets while the fonts of a folder (its argument) are installed, and prints a hash of each image.
import { createHash } from 'node:crypto'
import { EventName } from '@museum/domain'
import { aGeneralTicket } from '@museum/testing/examples'
import { GlobalFonts, createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { codePoint, grapheme } from '../../../../tools/fast-check/characters.ts'
import type { TicketLayout } from '../../src/drawing/ticket-layout.ts'
import { sampleTexts } from '../../src/text/font-faults-in.ts'
import { typefacesFor } from '../../src/text/fonts.ts'
import { prepareContext } from '../../src/text/set-line.ts'
import { aTicketTo } from '../a-ticket-to.ts'
import { drawLayout, layoutOf } from '../draw-layout.ts'
import { canvasPixels, inkHash } from '../pixels.ts'

const folder = process.argv[2]
if (folder !== undefined) GlobalFonts.loadFontsFromDir(folder)

const hashOf = (layout: TicketLayout) => createHash('sha256').update(drawLayout(layout).data).digest('hex')

/** Draws a character that our font lacks, for which the canvas uses an installed font. */
const hashOfFallback = () => {
  const canvas = createCanvas(100, 100)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 100, 100)
  context.fillStyle = '#000'
  prepareContext(context, [...typefacesFor('en')[0]!.faces(0x61)][0]!, 600, 40, false)
  context.fillText('\u{12000}', 20, 70)
  return inkHash(canvasPixels(canvas))
}

const difficultTexts = [
  'বাংলা 𒀀 \u{10ffff} \ue000 ☂★→ ᚠ 𝕏 \u0085x',
  'a\u0301\u0323x\u0488\u034f\u200d\ufe0e\u{e0100}',
  '🦕👨‍👩‍👧‍👦🇯🇵1️⃣❤️‍🔥🏳️‍🌈😀\ufe0e☎\ufe0e☎️ © ❤ 🫩',
  'ل\u200cا ﷽ क्\u200dष \u0e48',
  '“夜”——光 劐 𠮷 神\ufe00 ㅤ㉿ ㌀',
]
const randomTexts = fc
  .sample(fc.oneof(fc.string({ unit: codePoint, maxLength: 80 }), fc.string({ unit: grapheme, maxLength: 80 })), {
    numRuns: 120,
    seed: 42,
  })
  .filter((text) => EventName.faultOf(text) === undefined && Array.from(text).length <= 255)

const texts = [...Object.values(sampleTexts), ...difficultTexts, ...randomTexts]
const images: string[] = []
for (let index = 0; index < texts.length; index += 3) {
  const [name, location = 'Hall', museumName = 'Museum'] = texts.slice(index)
  images.push(hashOf(layoutOf(aTicketTo(name!, location), museumName)))
}
images.push(hashOf(layoutOf(aGeneralTicket(), 'City Museum')))
process.stdout.write(JSON.stringify({ fallback: hashOfFallback(), images }))

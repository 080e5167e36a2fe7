// A program: draws tickets as if the fonts of a folder were installed, and prints a mark of each image.
import { createHash } from 'node:crypto'
import { EventName } from '@museum/domain'
import { aGeneralTicket } from '@museum/domain/examples'
import { GlobalFonts, createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { lettersFor } from '../../src/text/fonts.ts'
import { type Pixels, aTicketTo, drawn, ink, scripts } from '../image.ts'
import { ticketLayout } from '../../src/drawing/ticket-layout.ts'
import { prepare } from '../../src/text/typeset.ts'

const folder = process.argv[2]
if (folder !== undefined) GlobalFonts.loadFontsFromDir(folder)

const mark = ({ data }: Pixels) => createHash('sha256').update(data).digest('hex')

/** What the canvas itself does with a character that the font does not have. */
const unprotected = () => {
  const context = createCanvas(100, 100).getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 100, 100)
  context.fillStyle = '#000'
  prepare(context, [...lettersFor('en')[0]!.faces(0x61)][0]!, 600, 40, false)
  context.fillText('\u{12000}', 20, 70)
  const { width, height, data } = context.getImageData(0, 0, 100, 100)
  return ink({ width, height, data: data as Uint8ClampedArray })
}

const difficult = [
  'বাংলা 𒀀 \u{10ffff} \ue000 ☂★→ ᚠ 𝕏 \u0085x',
  'a\u0301\u0323x\u0488\u034f\u200d\ufe0e\u{e0100}',
  '🦕👨‍👩‍👧‍👦🇯🇵1️⃣❤️‍🔥🏳️‍🌈😀\ufe0e☎\ufe0e☎️ © ❤ 🫩',
  'ل\u200cا ﷽ क्\u200dष \u0e48',
  '“夜”——光 劐 𠮷 神\ufe00 ㅤ㉿ ㌀',
]
const random = fc
  .sample(fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ unit: 'grapheme', maxLength: 80 })), {
    numRuns: 120,
    seed: 42,
  })
  .filter((text) => EventName.faultOf(text) === undefined && Array.from(text).length <= 255)

const names = [...Object.values(scripts), ...difficult, ...random]
const marks: string[] = []
for (let place = 0; place < names.length; place += 3) {
  const [name, location = 'Hall', museumName = 'Museum'] = names.slice(place)
  marks.push(mark(drawn(ticketLayout(aTicketTo(name!, location), museumName))))
}
marks.push(mark(drawn(ticketLayout(aGeneralTicket(), 'City Museum'))))
process.stdout.write(JSON.stringify({ unprotected: unprotected(), marks }))

const blockBytes = 2 ** 20
/** In bytes. */
export const longestPiece = 2 ** 15
/** Blocks that no text has, for the next ones: at most as many as a report of a year needs. */
const free: Buffer[] = []
const maxFree = 16

/** A long text as UTF-8. */
export type TextInBlocks = Readonly<{
  /** Appends a part. Returns its bytes, which are valid until `release` is called. */
  append: (part: string) => Uint8Array
  /** In bytes. */
  length: () => number
  /** How much memory it takes, in bytes. */
  memory: () => number
  /** Copies of the text's bytes, in pieces of at most `longestPiece`. None after `release`. */
  pieces: () => Generator<Uint8Array<ArrayBuffer>, void>
  /** Lets other texts have the memory. */
  release: () => void
}>

/**
 * An empty text, in the memory of earlier texts: for megabytes of new memory, V8 would collect the garbage of all
 * generations, and no request is answered meanwhile.
 */
export const textInBlocks = (): TextInBlocks => {
  const blocks: { memory: Buffer; used: number }[] = []
  return {
    append(part) {
      const length = Buffer.byteLength(part)
      let block = blocks.at(-1)
      if (block === undefined || block.used + length > block.memory.length) {
        const reused = length <= blockBytes ? free.pop() : undefined
        block = { memory: reused ?? Buffer.allocUnsafeSlow(Math.max(length, blockBytes)), used: 0 }
        blocks.push(block)
      }
      const bytes = block.memory.subarray(block.used, block.used + length)
      bytes.write(part)
      block.used += length
      return bytes
    },
    length: () => blocks.reduce((sum, { used }) => sum + used, 0),
    memory: () => blocks.reduce((sum, { memory }) => sum + memory.length, 0),
    *pieces() {
      // Copies, since a socket reads them later.
      for (const { memory, used } of blocks)
        for (let start = 0; start < used; start += longestPiece)
          yield new Uint8Array(memory.subarray(start, Math.min(start + longestPiece, used)))
    },
    release() {
      for (const { memory } of blocks.splice(0))
        if (memory.length === blockBytes && free.length < maxFree) free.push(memory)
    },
  }
}

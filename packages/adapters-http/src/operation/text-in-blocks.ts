const blockBytes = 2 ** 20
const pieceBytes = 2 ** 15
/** Blocks that no text has, for the next ones: at most as many as a report of a year needs. */
const free: Buffer[] = []
const maxFree = 16

/** A long text as UTF-8. */
export type TextInBlocks = Readonly<{
  /** Appends a part. Returns its bytes, which are valid until `release` is called. */
  append: (part: string) => Uint8Array
  /** Copies of the text's bytes, in pieces of at most 32 KiB. */
  pieces: () => Iterable<Uint8Array>
  /** Lets other texts have the memory. */
  release: () => void
}>

/**
 * An empty text. Its memory is that of earlier texts: for megabytes of new memory, V8 would collect the garbage of all
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
    *pieces() {
      // Copies, since a socket reads them later.
      for (const { memory, used } of blocks)
        for (let start = 0; start < used; start += pieceBytes)
          yield new Uint8Array(memory.subarray(start, Math.min(start + pieceBytes, used)))
    },
    release() {
      for (const { memory } of blocks.splice(0))
        if (memory.length === blockBytes && free.length < maxFree) free.push(memory)
    },
  }
}

const blockBytes = 2 ** 20
/** Blocks that no text has, for the next ones: at most as many as a report of a year needs. */
const free: Buffer[] = []
const maxFree = 16

/** A long text as UTF-8. */
export type TextInBlocks = Readonly<{
  /** Appends a part. Returns its bytes, which are valid until `release` is called. */
  append: (part: string) => Uint8Array
  /** Copies of the parts, one by one. */
  parts: () => Iterable<Uint8Array>
  /** Lets other texts have the memory. */
  release: () => void
}>

/**
 * An empty text. Its memory is that of earlier texts: for megabytes of new memory, V8 would collect the garbage of all
 * generations, and no request is answered meanwhile.
 */
export const textInBlocks = (): TextInBlocks => {
  const [blocks, parts]: [Buffer[], Uint8Array[]] = [[], []]
  let used = blockBytes
  return {
    append(part) {
      const length = Buffer.byteLength(part)
      if (used + length > blockBytes) {
        const block = length <= blockBytes ? free.pop() : undefined
        blocks.push(block ?? Buffer.allocUnsafeSlow(Math.max(length, blockBytes)))
        used = 0
      }
      const bytes = blocks.at(-1)!.subarray(used, used + length)
      bytes.write(part)
      used += length
      parts.push(bytes)
      return bytes
    },
    *parts() {
      // Copies, since a socket reads them later.
      for (const part of parts) yield new Uint8Array(part)
    },
    release() {
      parts.length = 0
      for (const block of blocks.splice(0)) if (block.length === blockBytes && free.length < maxFree) free.push(block)
      used = blockBytes
    },
  }
}

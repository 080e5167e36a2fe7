import { describe, expect, it } from '@jest/globals'
import { oncePerSight } from './camera.ts'

describe('codes before the camera', () => {
  /** The scans of codes that are seen at these moments, in milliseconds. */
  const scansOf = (...seen: readonly (readonly [code: string, at: number])[]) => {
    let now = 0
    const scans: string[] = []
    const see = oncePerSight(
      (code) => scans.push(code),
      () => now,
    )
    for (const [code, at] of seen) {
      now = at
      see(code)
    }
    return scans
  }
  it('are one scan while they are in sight, also two of them that are read in turn', () => {
    expect(scansOf(['a', 0], ['b', 100], ['a', 200], ['b', 1_500], ['a', 1_600])).toEqual(['a', 'b'])
  })
  it('are a new scan after 1.5 seconds out of sight', () => {
    expect(scansOf(['a', 0], ['a', 1_499], ['a', 2_999], ['a', 4_000])).toEqual(['a', 'a'])
  })
})

/** The camera of the device that points at visitors' tickets: on a tablet on a stand it is the front one. */
export type Camera = 'front' | 'back'
export const isCamera = (value: unknown): value is Camera => value === 'front' || value === 'back'

/** Reads the QR code in the current frame of a video, if there is one. */
type FrameReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The Shape Detection API, which few browsers have. */
interface BarcodeDetectorClass {
  new (options: { formats: readonly string[] }): {
    detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<readonly string[]>
}

const nativeReader = async (): Promise<FrameReader | undefined> => {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  if (Native === undefined || !(await Native.getSupportedFormats()).includes('qr_code')) return undefined
  const detector = new Native({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

/** The longer side of the frame that is read, in pixels, in turn: a small, dark, blurred code is found in the larger frame. */
const sides = [1280, 2560]

const libraryReader = async (): Promise<FrameReader> => {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  let frames = 0
  return async (video) => {
    frames += 1
    const scale = sides[frames % sides.length]! / Math.max(video.videoWidth, video.videoHeight)
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    try {
      return decodeQR({ width, height, data }, { timeLimit: 100 })
    } catch {
      // It throws when there is no code in the frame.
      return undefined
    }
  }
}

const nextFrame = (video: HTMLVideoElement) =>
  new Promise<void>((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve())
    else setTimeout(resolve, 50)
  })

/**
 * Shows a camera in a video element, and calls `onCode` for each frame with a QR code, until the signal is aborted. Rejects
 * with a `DOMException` when there is no camera, or its use is not allowed; rejects too when the camera is unplugged.
 */
export const readCodes = async (
  video: HTMLVideoElement,
  camera: Camera,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const facingMode = camera === 'front' ? 'user' : 'environment'
  const constraints = { facingMode, width: { ideal: 1280 }, height: { ideal: 720 } }
  const [stream, read] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: constraints, audio: false }),
    nativeReader().then((native) => native ?? libraryReader()),
  ])
  const [track] = stream.getVideoTracks()
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      if (track?.readyState === 'ended') throw new DOMException('The camera has ended', 'NotReadableError')
      if (video.videoWidth > 0) {
        const code = await read(video)
        if (code !== undefined && !signal.aborted) onCode(code)
      }
      await Promise.race([nextFrame(video), new Promise((resolve) => setTimeout(resolve, 1_000))])
    }
  } catch (error) {
    // Playing ends with an error when the element is removed from the page.
    if (!signal.aborted) throw error
  } finally {
    for (const each of stream.getTracks()) each.stop()
    video.srcObject = null
  }
}

/** Milliseconds for which a code has to be out of sight before it is a new scan. */
const goneMilliseconds = 1_500

/** Leaves out the codes that are still in sight: tickets that are held before the camera, also two of them, are one scan each. */
export const oncePerSight = (onCode: (code: string) => void, now: () => number = () => performance.now()) => {
  const seenAt = new Map<string, number>()
  return (code: string): void => {
    for (const [other, at] of seenAt) if (now() - at >= goneMilliseconds) seenAt.delete(other)
    const isInSight = seenAt.has(code)
    seenAt.set(code, now())
    if (!isInSight) onCode(code)
  }
}

import type { Verdict } from '@museum/client/gate'

/** The notes of a verdict: frequency in Hz, start and length in seconds. They differ in height, number and length. */
const notes: Readonly<Record<Verdict, readonly (readonly [frequency: number, start: number, length: number])[]>> = {
  ADMITTED: [
    [880, 0, 0.09],
    [1_320, 0.09, 0.16],
  ],
  REFUSED: [[160, 0, 0.5]],
  'NEEDS NETWORK': [
    [330, 0, 0.14],
    [330, 0.22, 0.14],
  ],
}

let context: AudioContext | undefined

/** Plays the sound of a verdict. Browsers play none before the first click or key on the page. */
export const playVerdict = (verdict: Verdict): void => {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  for (const [frequency, start, length] of notes[verdict]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    const at = context.currentTime + start
    oscillator.type = verdict === 'ADMITTED' ? 'sine' : 'square'
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0.4, at)
    gain.gain.exponentialRampToValueAtTime(0.001, at + length)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(at)
    oscillator.stop(at + length)
  }
  navigator.vibrate?.(verdict === 'ADMITTED' ? 60 : [200, 80, 200])
}

/** Milliseconds after which the keys typed before belong to no code. A scanner sends a key every 1 to 50 ms. */
const longestGap = 3_000

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/**
 * Calls `onCode` with what a hand scanner types, which ends with Enter or Tab, until the signal is aborted. A field that has
 * the focus gets its keys itself.
 */
export const watchHandScanner = (onCode: (code: string) => void, signal: AbortSignal): void => {
  let [typed, lastAt] = ['', 0]
  const onKey = (event: KeyboardEvent) => {
    if (isTextField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.timeStamp - lastAt > longestGap) typed = ''
    if (event.key === ' ' && typed === '') return // No code begins with a space: it presses the button that has the focus.
    if (event.key.length === 1) {
      event.preventDefault()
      typed += event.key
      lastAt = event.timeStamp
    } else if ((event.key === 'Enter' || event.key === 'Tab') && typed !== '') {
      event.preventDefault()
      event.stopPropagation()
      onCode(typed)
      typed = ''
    }
  }
  document.addEventListener('keydown', onKey, { capture: true, signal })
}

import { useEffect, useRef } from 'preact/hooks'
import { isScannedInVain } from './hand-scanner.ts'
import { texts } from './languages.ts'

const scannedNoteMilliseconds = 15_000

/**
 * Says that a code was scanned where no page takes it, above everything. It is in the uppermost dialog, if there is one, since all
 * that is outside of that is inert.
 */
export const ScannedNote = () => isScannedInVain.value && <ScannedInVain />

const ScannedInVain = () => {
  const { shell } = texts.value
  const note = useRef<HTMLDivElement>(null)
  const close = () => (isScannedInVain.value = false)
  useEffect(() => {
    note.current?.showPopover?.()
    const timer = setTimeout(close, scannedNoteMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={note} popover="manual" role="alert" class="note note-warning scanned-note">
      <p>{shell.scannedInVain}</p>
      <button type="button" onClick={close}>
        {shell.close}
      </button>
    </div>
  )
}

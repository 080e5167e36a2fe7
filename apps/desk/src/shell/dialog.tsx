import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { openDialogs } from './open-dialogs.ts'
import { ScannedNote } from './scanned-note.tsx'

/**
 * A dialog above the page, which it makes inert; it is open as long as it is rendered. Escape calls `onClose`; without
 * `onClose` it stays.
 */
export const Dialog = ({
  heading,
  onClose,
  children,
}: Readonly<{ heading: ComponentChildren; onClose?: () => void; children: ComponentChildren }>) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const focused = document.activeElement
    const element = dialog.current
    element?.showModal()
    openDialogs.value = [...openDialogs.value, id]
    return () => {
      openDialogs.value = openDialogs.value.filter((each) => each !== id)
      element?.close()
      if (focused instanceof HTMLElement) focused.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <div class="stack">
        <h2 id={id}>{heading}</h2>
        {children}
      </div>
      {openDialogs.value.at(-1) === id && <ScannedNote />}
    </dialog>
  )
}

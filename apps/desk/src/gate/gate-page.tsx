import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { texts } from '../shell/languages.ts'
import { Loading } from '../shell/loaded.tsx'
import type { PageProps } from '../shell/page.ts'
import { hrefOf, navigate, route } from '../shell/router.ts'
import { Conflicts, useConflicts } from './conflicts.tsx'
import './gate.css'
import { type Gate, type OpenedGate, openGate } from './gate.ts'
import { Scanning } from './scanning.tsx'
import { Setup } from './setup.tsx'

const OpenGate = ({ gate, segments }: Readonly<{ gate: Gate }> & PageProps) => {
  const isChanging = useSignal(false)
  const conflicts = useConflicts(gate)
  if (segments[0] === 'conflicts') return <Conflicts gate={gate} conflicts={conflicts} />
  if (gate.settings.value === undefined || isChanging.value)
    return <Setup gate={gate} onDone={() => (isChanging.value = false)} />
  return <Scanning gate={gate} conflicts={conflicts} onSetup={() => (isChanging.value = true)} />
}

/**
 * Has the browser keep the files of the desk, so that the gate also starts without a network. Only a built desk over HTTPS, or on
 * this machine, has a service worker.
 */
const installDesk = () => {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('service-worker.js').catch(() => undefined)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 500))

/** The gate. It also works without a network, and without credentials on the day of a sign-in. */
const GatePage = ({ segments }: PageProps) => {
  const { gate: words } = texts.value
  const opened = useSignal<OpenedGate | undefined>(undefined)
  const open = () => {
    const controller = new AbortController()
    const tryToOpen = async () => {
      opened.value = await openGate()
      // The other tab may be this one before a reload: browsers free its lock late. A hidden tab leaves the lock to others.
      for (; opened.peek() === 'other tab' && !controller.signal.aborted; await pause())
        if (document.visibilityState === 'visible') opened.value = await openGate()
    }
    opened.value = undefined
    tryToOpen().catch(() => (opened.value = 'no storage'))
    return () => controller.abort()
  }
  useEffect(() => {
    // After a reload without credentials the path says that this device is a gate.
    if (route.peek().segments.length === 0) navigate(hrefOf(['gate']), { replace: true })
    installDesk()
    return open()
  }, [])
  const gate = opened.value
  if (gate === undefined) return <Loading />
  if (typeof gate !== 'string') return <OpenGate gate={gate} segments={segments} />
  return (
    <div role="alert" class="note note-bad">
      <p>{gate === 'other tab' ? words.limits.otherTab : words.limits.noStorage}</p>
      {gate !== 'other tab' && (
        <button type="button" onClick={open}>
          {words.limits.retry}
        </button>
      )}
    </div>
  )
}

export default GatePage

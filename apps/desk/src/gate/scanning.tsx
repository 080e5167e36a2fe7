import { readAdmissionCode } from '@museum/client'
import { plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isCovered } from '../shell/covered.ts'
import { texts } from '../shell/languages.ts'
import { hrefOf } from '../shell/router.ts'
import { session } from '../shell/session.ts'
import { type Camera, oncePerSight, readCodes } from './camera.ts'
import type { Conflict } from './conflicts.tsx'
import { Counts } from './counts.tsx'
import { gateFormats } from './gate-formats.ts'
import type { Gate } from './gate.ts'
import { useScans } from '../shell/hand-scanner.ts'
import { PressScreen } from './press.tsx'
import { VerdictScreen, clockSentence, subjectOf } from './verdict.tsx'

type CameraFault = 'cameraNotAllowed' | 'cameraMissing' | 'cameraFailed'
const faultOf = (error: unknown): CameraFault => {
  const { name } = error as Error
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'cameraNotAllowed'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'cameraMissing' : 'cameraFailed'
}

const CameraView = ({ camera, onCode }: Readonly<{ camera: Camera; onCode: (code: string) => void }>) => {
  const { limits } = texts.value.gate
  const video = useRef<HTMLVideoElement>(null)
  const fault = useSignal<CameraFault | undefined>(undefined)
  const attempts = useSignal(0)
  useEffect(() => {
    const controller = new AbortController()
    readCodes(video.current!, camera, oncePerSight(onCode), controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) fault.value = faultOf(error)
    })
    return () => controller.abort()
  }, [camera, attempts.value])
  const retry = () => {
    fault.value = undefined
    attempts.value += 1
  }
  return (
    <div class="gate-camera" data-camera={camera}>
      <video ref={video} muted playsInline aria-hidden="true" />
      {fault.value === undefined ? (
        <span class="gate-target" aria-hidden="true" />
      ) : (
        <div class="note note-bad" role="alert">
          <p>{limits[fault.value]}</p>
          <button type="button" onClick={retry}>
            {limits.retry}
          </button>
        </div>
      )}
    </div>
  )
}

/**
 * The admissions that the server does not have yet, and the presses without an answer, each with its reason. It is open when one
 * cannot be sent although there is a network.
 */
const WaitingScans = ({ gate }: Readonly<{ gate: Gate }>) => {
  const { connection: words } = texts.value.gate
  const formats = gateFormats(gate)
  const isOnline = gate.connection.value === 'online'
  const { waiting: scans, presses } = gate.ownScans.value
  const waiting = [...scans, ...presses].map((sent) => ({
    scanId: sent.scanId,
    code: sent.code,
    isPress: 'pressedAt' in sent,
    at: 'pressedAt' in sent ? sent.pressedAt : sent.scannedAt,
    // Without a network, that is what each waits for.
    cause: isOnline ? sent.cause : undefined,
    problem: isOnline ? sent.problem : undefined,
  }))
  if (waiting.length === 0) return null
  const general = words.waitsFor[gate.connection.value]
  return (
    <details class="gate-waiting" open={waiting.some(({ cause }) => cause !== undefined)}>
      <summary>{words.waiting(formats.number(waiting.length))}</summary>
      <ul class="stack">
        {waiting.map(({ scanId, at, isPress, code, cause, problem }) => (
          <li key={scanId}>
            <strong>
              <time dateTime={at}>{formats.moment(at)}</time>
            </strong>{' '}
            <bdi>{subjectOf(readAdmissionCode(code), gate)}</bdi>
            {isPress && <p>{words.wholeOrder}</p>}
            <p>{cause === undefined ? general : words.waitsFor[cause]}</p>
            {problem !== undefined && (
              <p class="hint" lang="en">
                <bdi>{problem}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Whether the gate reaches the server, and which admissions the server does not have yet. */
const ConnectionNote = ({ gate }: Readonly<{ gate: Gate }>) => {
  const { gate: gateWords, shell } = texts.value
  const { connection: words, verdict } = gateWords
  const formats = gateFormats(gate)
  const state = gate.connection.value
  const oldLoadedAt = state === 'online' ? undefined : gate.oldLoadedAt()
  return (
    <div class={`note ${state === 'online' ? 'note-good' : 'note-warning'} gate-connection`}>
      <p role="status">
        <strong>{words[state]}</strong>
      </p>
      <WaitingScans gate={gate} />
      {state !== 'online' && <p>{words.noWholeOrder}</p>}
      {oldLoadedAt !== undefined && <p>{verdict.listOf(formats.moment(oldLoadedAt))}</p>}
      {session.value === undefined && (
        <a class="button" href={hrefOf([])}>
          {shell.signIn.submit}
        </a>
      )}
    </div>
  )
}

/** Says how far the clock of this device is wrong. */
const ClockNote = ({ gate }: Readonly<{ gate: Gate }>) => {
  const ahead = gate.clockAhead.value
  return (
    <div role="status">{ahead !== 0 && <p class="note note-warning gate-clock">{clockSentence(ahead, gate)}</p>}</div>
  )
}

/** Whether tickets are admitted at any time of their date; only where tickets have entry times, or while it is on. */
const AnyTime = ({ gate }: Readonly<{ gate: Gate }>) => {
  const { anyTime: words } = texts.value.gate
  const isOn = gate.isAtAnyTime()
  if (!isOn && !gate.day.value.hasEntryTimes) return null
  return (
    <label class={`gate-any-time choice${isOn ? ' note-warning' : ''}`}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={({ currentTarget }) => void gate.setAtAnyTime(currentTarget.checked)}
      />
      <span>
        <strong>{words.atAnyTime}</strong> {isOn && words.untilDayEnds}
      </span>
    </label>
  )
}

/** Keeps the screen on while the gate is shown. */
const useWakeLock = () =>
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const request = async () => {
      if (document.visibilityState === 'visible') lock = await navigator.wakeLock?.request('screen')
    }
    const ask = () => void request().catch(() => undefined)
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])

/** While a decision covers the page, all else is inert. Then the focus returns to where it was. */
const useCover = (isShown: boolean) => {
  const focused = useRef<Element | null>(null)
  // Before the decision takes it.
  if (isShown) focused.current ??= document.activeElement
  useLayoutEffect(() => {
    isCovered.value = isShown
    return () => (isCovered.value = false)
  }, [isShown])
  useEffect(() => {
    if (isShown) return
    if (focused.current instanceof HTMLElement) focused.current.focus()
    focused.current = null
  }, [isShown])
}

/** The gate at work: it reads codes from the camera, a hand scanner and the keyboard, and shows each decision. */
export const Scanning = ({
  gate,
  conflicts,
  onSetup,
}: Readonly<{ gate: Gate; conflicts: readonly Conflict[]; onSetup: () => void }>) => {
  const { ready, setup, conflicts: conflictWords } = texts.value.gate
  const { gate: name, camera, event } = gate.settings.value!
  const typed = useSignal('')
  const formats = gateFormats(gate)
  useWakeLock()
  useScans(gate.scan)
  const submit = (submitted: Event) => {
    submitted.preventDefault()
    if (typed.value.trim() === '') return
    gate.scan(plainText(typed.value))
    typed.value = ''
  }
  const openConflicts = conflicts.filter(({ ticketId }) => !gate.done.value.has(ticketId)).length
  const shown = gate.shown.value
  useCover(shown !== undefined)
  return (
    <>
      <div class="gate-behind" inert={shown !== undefined}>
        <div class="gate-head apart">
          <div>
            <h1>
              <bdi>{name}</bdi>
            </h1>
            <p class="quiet">{event === undefined ? setup.allTickets : <bdi>{event.name}</bdi>}</p>
          </div>
          <button type="button" class="plain" onClick={onSetup}>
            {setup.change}
          </button>
        </div>
        <AnyTime gate={gate} />
        <div class="gate-work" data-camera={camera}>
          {camera !== 'none' && <CameraView camera={camera} onCode={gate.scan} />}
          <section class="gate-ready card stack" aria-busy={gate.isDeciding.value}>
            <h2 class="gate-ready-word">{ready.heading}</h2>
            <p>{camera === 'none' ? ready.noCamera : ready.camera}</p>
            <form class="gate-typed" onSubmit={submit}>
              <label for="gate-code">{ready.code}</label>
              <input
                id="gate-code"
                name="code"
                class="code"
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                maxLength={1_000}
                value={typed.value}
                onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
              />
              <button type="submit" class="primary">
                {ready.check}
              </button>
            </form>
          </section>
          <div class="gate-side stack">
            <ConnectionNote gate={gate} />
            <ClockNote gate={gate} />
            <Counts gate={gate} conflicts={conflicts} />
            <p>
              <a class={`button${openConflicts > 0 ? ' badge-warning' : ''}`} href={hrefOf(['gate', 'conflicts'])}>
                {openConflicts > 0 ? conflictWords.link(formats.number(openConflicts)) : conflictWords.heading}
              </a>
            </p>
          </div>
        </div>
      </div>
      {shown !== undefined &&
        ('press' in shown ? <PressScreen gate={gate} shown={shown} /> : <VerdictScreen gate={gate} scan={shown} />)}
    </>
  )
}

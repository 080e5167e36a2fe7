import { readScannedText } from '@museum/client'
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { openDialogs } from './open-dialogs.ts'

/** Milliseconds after which the keys typed before belong to no code, on a page and in a field. A scanner sends a key every 1 to 50 ms. */
const longestGaps = { page: 3_000, field: 500 }
/** Milliseconds a key, on average: a person is slower. */
const scannerPace = 35
/** Milliseconds without a key after which a code has ended. */
const pause = 150
/** Milliseconds in which keys that end a code belong to the code before, which another such key or the pause has ended. */
const endGaps = { key: 100, pause: 500 }
/** The keys that, with Ctrl, end a code, also with Caps Lock and on keyboards with other letters. */
const lineEnds = new Set(['j', 'm', 'KeyJ', 'KeyM'])
/** The lengths of the codes that are scanned, with two, one and no identifiers of their kind, the longest first. */
const codeLengths = [182, 179, 176, 173, 150, 147, 144, 141, 70, 68, 67, 65, 64, 62]

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** A password may be typed as fast as a code, and be as long. */
const isPassword = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'password'
/**
 * A date changes other fields, which do not change back with it. Nobody types letters in it: what follows one is kept from the page
 * until a pause. Elsewhere the page has at once what is typed; it would be lost if the page wrote its own value before it knows that.
 */
const isDateField = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'date'
/** A key with what the field had before it. */
type Key = Readonly<{ character: string; at: number; before: string }>
const typedText = (keys: readonly Key[]) => keys.map(({ character }) => character).join('')

const withoutText = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'reset'])
const isTextField = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement && !withoutText.has(target.type)) || target instanceof HTMLTextAreaElement
const isField = (target: EventTarget | null): target is Field =>
  isTextField(target) || target instanceof HTMLSelectElement

/** The code with which these keys end, and the first key of it. */
const codeAtEnd = (keys: readonly Key[], target: EventTarget | null) => {
  for (const length of codeLengths.filter((each) => each <= keys.length)) {
    const start = keys.length - length
    const typed = keys.slice(start)
    const { text, form } = readScannedText(typedText(typed))
    const isFast = typed.at(-1)!.at - typed[0]!.at < scannerPace * length
    // A person also types texts that are as long.
    if (
      form === 'signed' ||
      form === 'unsigned' ||
      (form === 'garbled' && start === 0 && isFast && !isPassword(target))
    )
      return { code: text, start }
  }
  return undefined
}

/** Gives a field what it had before, as if that was typed or chosen. */
const restore = (field: Field, before: string) => {
  if (field.value === before) return
  field.value = before
  tell(field, ['input', 'change'])
}
const tell = (target: EventTarget | null, types: Iterable<string>) => {
  for (const type of types) target?.dispatchEvent(new Event(type, { bubbles: true }))
}

type TakeCode = (code: string) => void
/** The pages that take codes, the last one first. */
let takers: readonly TakeCode[] = []

/** What takes a code now. A page behind a dialog takes none: the dialog would vanish with what is typed in it. */
const taker = () => (openDialogs.value.length === 0 ? takers[0] : undefined)

/** Whether a code was scanned where nothing takes it. */
export const isScannedInVain = signal(false)

/** While a component is shown, it gets the codes that are scanned, whatever has the focus. */
export const useScans = (onCode: TakeCode): void => {
  const last = useRef(onCode)
  last.current = onCode
  useEffect(() => {
    const take: TakeCode = (code) => last.current(code)
    takers = [take, ...takers]
    return () => {
      takers = takers.filter((each) => each !== take)
    }
  }, [])
}

/** How many components keep their page. */
let keepers = 0

/** While `isKept`, no code that is scanned opens its ticket: the page would be left. */
export const useKeptPage = (isKept: boolean): void =>
  useEffect(() => {
    if (!isKept) return undefined
    keepers += 1
    return () => {
      keepers -= 1
    }
  }, [isKept])

/**
 * Watches what a hand scanner types, which ends with Enter, Tab, Ctrl+M, Ctrl+J or nothing. A field in which a code was scanned gets
 * back what it had. Where a page takes codes, what is typed outside of its fields is a code. A code that no page takes goes to
 * `open`, which returns whether it opens its ticket.
 */
export const watchHandScanner = (open: (code: string) => boolean): void => {
  let keys: Key[] = []
  let last: EventTarget | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let endsUntil = -Infinity
  let isHolding = false
  /** The events of the field that the page does not have yet. */
  const held = new Set<string>()
  const release = () => {
    isHolding = false
    const types = [...held]
    held.clear()
    tell(last, types)
  }

  const deliver: TakeCode = (typed) => {
    const { text: code } = readScannedText(typed)
    const take = taker()
    if (take === undefined) isScannedInVain.value = openDialogs.value.length > 0 || keepers > 0 || !open(code)
    else take(code)
  }
  /** Takes a code that was typed where it does not belong. Returns whether there is one. */
  const takeMisplaced = () => {
    clearTimeout(timer)
    const found = codeAtEnd(keys, last)
    if (found !== undefined) held.clear()
    release()
    if (found === undefined) return false
    if (isField(last)) restore(last, keys[found.start]!.before)
    keys = []
    deliver(found.code)
    return true
  }
  const takeAtPause = () => {
    if (takeMisplaced()) endsUntil = performance.now() + endGaps.pause
  }
  /** Takes what was typed on a page that takes codes. Returns whether there is anything. */
  const takeTyped = () => {
    clearTimeout(timer)
    // The first characters may be those of an identifier that is not recognized.
    const typed = codeAtEnd(keys, last)?.code ?? typedText(keys)
    keys = []
    if (typed !== '') deliver(typed)
    return typed !== ''
  }

  const onKey = (event: KeyboardEvent) => {
    const { key, code, target, timeStamp: at } = event
    const isLineEnd =
      event.ctrlKey && !event.altKey && !event.shiftKey && (lineEnds.has(key.toLowerCase()) || lineEnds.has(code))
    // The browser would show its downloads.
    if (isLineEnd) event.preventDefault()
    const isEnd = isLineEnd || key === 'Enter' || key === 'Tab'
    const isShortcut = event.ctrlKey || event.altKey || event.metaKey
    const isCharacter = key.length === 1 && (!isShortcut || event.getModifierState('AltGraph'))
    if (!isEnd && !isCharacter) return
    const isOnPage = taker() !== undefined && !isTextField(target)
    const gap = isOnPage ? longestGaps.page : longestGaps.field
    const since = at - (keys.at(-1)?.at ?? -Infinity)
    if (target !== last) release()
    if (target !== last || since > gap) keys = []
    last = target
    if (isEnd) {
      const isOfLast = keys.length === 0 && at < endsUntil
      if (!isOfLast && !(isOnPage ? takeTyped() : takeMisplaced())) {
        keys = []
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      endsUntil = at + endGaps.key
      return
    }
    // No code begins with a space: it presses the button that has the focus.
    if (isOnPage && key === ' ' && keys.length === 0) return
    if (isOnPage) event.preventDefault()
    keys.push({ character: key, at, before: isField(target) ? target.value : '' })
    isHolding = isDateField(target) && /\p{L}/u.test(typedText(keys))
    clearTimeout(timer)
    timer = setTimeout(takeAtPause, pause)
  }
  const hold = (event: Event) => {
    if (!isHolding || !event.isTrusted || event.target !== last) return
    event.stopImmediatePropagation()
    held.add(event.type)
  }
  /** A key after something else that a person did ends no code of a scanner. */
  const onOtherInput = ({ isTrusted }: Event) => {
    if (isTrusted) endsUntil = -Infinity
  }
  document.addEventListener('keydown', onKey, { capture: true })
  for (const type of ['input', 'pointerdown']) document.addEventListener(type, onOtherInput, { capture: true })
  for (const type of ['input', 'change']) document.addEventListener(type, hold, { capture: true })
  document.addEventListener('focusout', release, { capture: true })
}

import { useSignal } from '@preact/signals'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'
import type { GateSettings } from './gate-store.ts'
import type { Gate } from './gate.ts'

const cameras = ['back', 'front', 'none'] as const

export const Setup = ({ gate, onDone }: Readonly<{ gate: Gate; onDone: () => void }>) => {
  const { setup: words, limits } = texts.value.gate
  const chosen = useSignal<GateSettings>(
    gate.settings.value ?? { gate: '', camera: isSecureContext ? 'back' : 'none', sound: true },
  )
  const change = (part: Partial<GateSettings>) => (chosen.value = { ...chosen.value, ...part })
  const chooseEvent = (eventId: string) => {
    const { event: _, ...others } = chosen.value
    const name = gate.eventNames.value.get(eventId)
    chosen.value = name === undefined ? others : { ...others, event: { eventId, name } }
  }
  const submit = async () => {
    await gate.setSettings({ ...chosen.value, gate: chosen.value.gate.trim() })
    onDone()
  }
  return (
    <form
      class="card stack gate-setup"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void submit()
      }}
    >
      <h1>{words.heading}</h1>
      {!isSecureContext && <p class="note note-warning">{limits.insecure}</p>}
      <Field label={words.name} hint={words.nameHint}>
        <input
          name="gate"
          dir="auto"
          required
          maxLength={100}
          pattern="\s*\S.*"
          autocomplete="off"
          value={chosen.value.gate}
          onInput={({ currentTarget }) => change({ gate: currentTarget.value })}
        />
      </Field>
      <Field label={texts.value.shell.tickets}>
        <select
          name="event"
          value={chosen.value.event?.eventId ?? ''}
          onChange={({ currentTarget }) => chooseEvent(currentTarget.value)}
        >
          <option value="">{words.allTickets}</option>
          {chosen.value.event !== undefined && !gate.eventNames.value.has(chosen.value.event.eventId) && (
            <option value={chosen.value.event.eventId}>{chosen.value.event.name}</option>
          )}
          {[...gate.eventNames.value].map(([eventId, eventName]) => (
            <option value={eventId} key={eventId}>
              {eventName}
            </option>
          ))}
        </select>
      </Field>
      <fieldset>
        <legend>{words.camera}</legend>
        {cameras.map((each) => (
          <label class="choice" key={each}>
            <input
              type="radio"
              name="camera"
              value={each}
              checked={chosen.value.camera === each}
              disabled={each !== 'none' && !isSecureContext}
              onChange={() => change({ camera: each })}
            />
            {words[each]}
          </label>
        ))}
      </fieldset>
      <label class="choice">
        <input
          type="checkbox"
          name="sound"
          checked={chosen.value.sound}
          onChange={({ currentTarget }) => change({ sound: currentTarget.checked })}
        />
        {words.sound}
      </label>
      <button type="submit" class="primary large gate-open">
        {words.open}
      </button>
    </form>
  )
}

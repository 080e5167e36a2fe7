import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
import { texts, till } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { deviceTill, setDeviceTill } from './till.ts'

/** The till of this device, and a button that changes it. Until it is known, the question for it. */
export const DeviceTill = () => {
  const words = till.value
  const isOpen = useSignal(false)
  if (deviceTill.value === undefined)
    return (
      <section class="card till-question screen-only" aria-label={words.ofDevice}>
        <TillForm />
      </section>
    )
  const close = () => (isOpen.value = false)
  return (
    <>
      <p class="row screen-only">
        <span>{deviceTill.value === '' ? words.none : <NamedTill name={deviceTill.value} />}</span>
        <button type="button" class="plain" onClick={() => (isOpen.value = true)}>
          {words.change}
        </button>
      </p>
      {isOpen.value && (
        <Dialog heading={words.ofDevice} onClose={close}>
          <TillForm onDone={close}>
            <button type="button" class="plain" onClick={close}>
              {texts.value.shell.close}
            </button>
          </TillForm>
        </Dialog>
      )}
    </>
  )
}

/** A till by its name. */
export const NamedTill = ({ name }: Readonly<{ name: string }>) => (
  <>
    {till.value.till}: <bdi>{name}</bdi>
  </>
)

const TillForm = ({ onDone, children }: Readonly<{ onDone?: () => void; children?: ComponentChildren }>) => {
  const words = till.value
  const id = useId()
  const name = useSignal(deviceTill.value ?? '')
  const keep = (kept: string) => {
    setDeviceTill(kept)
    onDone?.()
  }
  const action = useAction(
    async (signal) => {
      const typed = name.peek().trim()
      // The museum says what is wrong with a name, before a sale has it.
      keep((await signedIn().client.previewClosing({ till: typed }, { signal })).till ?? '')
    },
    { repeats: true },
  )
  return (
    <Form action={action} class="row filters till-form" onSubmit={() => void action.run()}>
      <p id={id} class="hint">
        {words.hint}
      </p>
      <Field label={words.name} at="till" error={action.error.value}>
        <input
          name="till"
          dir="auto"
          autocomplete="off"
          aria-describedby={id}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </Field>
      <div class="row">
        <ActionButton action={action}>{words.save}</ActionButton>
        <button type="button" onClick={() => keep('')}>
          {words.none}
        </button>
        {children}
      </div>
      <ActionStatus action={action} fields={['till']} />
    </Form>
  )
}

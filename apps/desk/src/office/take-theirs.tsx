import { isProblem } from '@museum/client'
import { type Action, RunButton } from '../shell/action.tsx'
import { office } from '../shell/languages.ts'

/** When `save` was refused since another user has changed what is edited: offers to take what is stored instead. */
export const TakeTheirs = ({
  save,
  take,
}: Readonly<{ save: Pick<Action, 'error' | 'reset'>; take: (signal: AbortSignal) => Promise<void> }>) => {
  const words = office.value
  if (!isProblem(save.error.value, 'precondition-failed')) return null
  return (
    <div role="alert" class="note note-warning">
      <p>{words.changedMeanwhile}</p>
      <RunButton work={take} onDone={save.reset} repeats>
        {words.takeTheirs}
      </RunButton>
    </div>
  )
}

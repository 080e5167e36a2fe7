import { ProblemError, type ProblemFault } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { isNoAnswer } from './attempt.ts'
import { texts } from './languages.ts'

/** The place of a fault in a request: a pointer such as `#/email`, or the name of a parameter or a header. */
const placeOf = ({ pointer, parameter, header }: ProblemFault): string => pointer ?? parameter ?? header ?? '#'

const isAt = (fault: ProblemFault, place: string) => placeOf(fault) === place || placeOf(fault).startsWith(`${place}/`)

/** The faults that a problem has at a place or below it. */
export const faultsAt = (error: unknown, place: string): readonly ProblemFault[] =>
  error instanceof ProblemError ? error.errors.filter((fault) => isAt(fault, place)) : []

/** The faults that a problem has at a place or below it, for inputs without a field. */
export const Faults = ({ error, at }: Readonly<{ error: unknown; at: string }>) =>
  faultsAt(error, at).map(({ code, detail }) => (
    <p key={code} class="fault">
      {detail}
    </p>
  ))

/**
 * Says why something failed: the title and the detail of the problem, the faults at other places than `fields`, and the number of
 * the request behind a button. `instead` replaces the sentence for a request without an answer.
 */
export const ProblemNote = ({
  error,
  fields,
  instead,
}: Readonly<{ error: unknown; fields?: readonly string[] | undefined; instead?: ComponentChildren }>) => {
  const { shell } = texts.value
  if (!(error instanceof ProblemError))
    return (
      <div role="alert" class="note note-bad">
        <p>{instead ?? (isNoAnswer(error) ? shell.noAnswerYet : shell.defect)}</p>
      </div>
    )
  const { title, detail, instance } = error.record
  const others = error.errors.filter((fault) => !fields?.some((field) => isAt(fault, field)))
  return (
    <div role="alert" class="note note-bad">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{instead ?? detail}</p>
      {others.length > 0 && (
        <ul>
          {others.map((fault) => (
            <li key={`${placeOf(fault)} ${fault.code}`}>
              <strong>{placeOf(fault).replace('#/', '')}</strong> {fault.detail}
            </li>
          ))}
        </ul>
      )}
      {instance && (
        <details>
          <summary>{shell.requestId}</summary>
          <code>{instance.replace(/^urn:uuid:/, '')}</code>
        </details>
      )}
    </div>
  )
}

import { ProblemError, type ProblemFault } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { isNoAnswer } from './attempt.ts'
import { problems, texts } from './languages.ts'

/** The place of a fault in a request: a pointer such as `#/email`, or the name of a parameter or a header. */
const placeOf = ({ pointer, parameter, header }: ProblemFault): string => pointer ?? parameter ?? header ?? '#'

const isAt = (fault: ProblemFault, place: string) => placeOf(fault) === place || placeOf(fault).startsWith(`${place}/`)

/** The faults that a problem has at a place or below it. */
export const faultsAt = (error: unknown, place: string): readonly ProblemFault[] =>
  error instanceof ProblemError ? error.errors.filter((fault) => isAt(fault, place)) : []

/** What is wrong, each thing once: in the words of the API until there are others. */
export const faultSentences = (faults: readonly ProblemFault[]): readonly string[] =>
  problems.value?.ofFaults(faults) ?? faults.map(({ detail }) => detail)

/** The sentences about the faults that a problem has at a place or below it, for inputs without a field. */
export const Faults = ({ error, at }: Readonly<{ error: unknown; at: string }>) =>
  faultSentences(faultsAt(error, at)).map((sentence) => (
    <p key={sentence} class="fault">
      {sentence}
    </p>
  ))

/**
 * Says why something failed: what is wrong at other places than `fields`, or else that the fields are to be seen, or why the museum
 * refused it; and, behind a button, the number of the request and the sentence of the API. `instead` replaces what it says.
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
  const { detail, instance } = error.record
  const others = error.errors.filter((fault) => !fields?.some((field) => isAt(fault, field)))
  const sentences = instead === undefined ? (problems.value?.ofProblem(error, others) ?? [detail]) : [instead]
  return (
    <div role="alert" class="note note-bad">
      {sentences.map((sentence, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- The sentences of an error do not change places.
        <p key={n}>{sentence}</p>
      ))}
      <details>
        <summary>{shell.requestId}</summary>
        {instance && (
          <p>
            <code>{instance.replace(/^urn:uuid:/, '')}</code>
          </p>
        )}
        <p lang="en">
          <bdi>{detail}</bdi>
        </p>
      </details>
    </div>
  )
}

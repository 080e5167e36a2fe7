import type { KnownFaultCode, ProblemError, ProblemFault, ProblemType } from '@museum/client'
import type { Language } from '@museum/languages'
import { type ProblemSentence, type ProblemTexts, problemTexts, sayProblem } from '@museum/languages/desk/problems'
import { session } from '../shell/session.ts'

/** What is said about a problem in a language, each thing once. */
export type Sentences = Readonly<{
  /** What is wrong with the values of a request. */
  ofFaults: (faults: readonly ProblemFault[]) => readonly string[]
  /** Why a request was refused: the faults that the page shows at no field, `others`, or else what the type of the problem means. */
  ofProblem: (error: ProblemError, others: readonly ProblemFault[]) => readonly string[]
}>

/** A code or a type of the API without a sentence does not compile. */
type TextsOfApi = Readonly<{
  codes: Readonly<Record<KnownFaultCode, ProblemSentence>>
  types: Readonly<Record<Exclude<ProblemType, 'other'>, ProblemSentence>>
}>

/**
 * Loads the sentences of a language. Where a later version of the API has another code or type, or an earlier one sends no values,
 * its own sentence is said. `shown` changes the texts.
 */
export const loadSentences = async (
  language: Language,
  shown: (texts: ProblemTexts) => ProblemTexts,
): Promise<Sentences> => {
  const { codes, types }: TextsOfApi = shown(await problemTexts[language]())
  const byCode = new Map<string, ProblemSentence>(Object.entries(codes))
  const byType = new Map<string, ProblemSentence>(Object.entries(types))
  const say = (
    sentence: ProblemSentence | undefined,
    { values = {}, detail }: Pick<ProblemFault, 'values' | 'detail'>,
  ): string => (sentence && sayProblem(language, sentence, values, session.value?.museum.today)) ?? detail
  const ofFaults = (faults: readonly ProblemFault[]) => [
    ...new Set(faults.map((fault) => say(byCode.get(fault.code), fault))),
  ]
  return {
    ofFaults,
    ofProblem: (error, others) => (others.length > 0 ? ofFaults(others) : [say(byType.get(error.type), error)]),
  }
}

import type { ClosedMethod, ClosingFields, ClosingPreview } from '@museum/client'
import { readAmount, readCount } from '@museum/languages'
import { hundredths } from '../shell/amounts.ts'
import { givenValues } from '../shell/router.ts'
import { denominations } from './denominations.ts'

/** Cash that was taken out of the drawer or put into it, as it is entered. */
export type EnteredMovement = Readonly<{ isOut: boolean; amount: string; note: string }>

/** A closing while it is entered: amounts and numbers as they are typed. */
export type ClosingDraft = Readonly<{
  /** Absent until it is typed. */
  float?: string
  /** By the payment method. */
  counted: ReadonlyMap<string, string>
  /** How many coins or notes of each denomination there are. */
  pieces: ReadonlyMap<number, string>
  moved: readonly EnteredMovement[]
  note: string
}>

export const emptyDraft: ClosingDraft = { counted: new Map(), pieces: new Map(), moved: [], note: '' }

/** The method whose expected amount has the float and what was moved. */
export const cash = 'cash'

/** The sums of a payment method, or of all, in hundredths; `counted` and `difference` are null where nothing was counted. */
export type Sums = Readonly<Record<'sold' | 'refunded' | 'corrected' | 'expected', number>> &
  Readonly<Record<'counted' | 'difference', number | null>>

type ApiSums = Omit<ClosedMethod, 'method'>
const inHundredths = (amount: number | null) => (amount === null ? null : hundredths(amount))

/** Sums as the API has them. */
export const sumsOf = ({ sold, refunded, corrected, expected, counted, difference }: ApiSums): Sums => ({
  sold: hundredths(sold),
  refunded: hundredths(refunded),
  corrected: hundredths(corrected),
  expected: hundredths(expected),
  counted: inHundredths(counted),
  difference: inHundredths(difference),
})

/** The sum of all methods. */
export const totalOf = (methods: readonly Sums[]): Sums => {
  const sum = (member: keyof Sums) => methods.reduce((total, sums) => total + (sums[member] ?? 0), 0)
  const isCounted = methods.some(({ counted }) => counted !== null)
  return {
    sold: sum('sold'),
    refunded: sum('refunded'),
    corrected: sum('corrected'),
    expected: sum('expected'),
    counted: isCounted ? sum('counted') : null,
    difference: isCounted ? sum('difference') : null,
  }
}

const amountOf = (text: string, currency: string): number | undefined => {
  const { value } = readAmount(text, currency)
  return value === undefined ? undefined : hundredths(value)
}

/** A movement of cash in hundredths: negative for what was taken out. */
const movedAmount = ({ isOut, amount }: EnteredMovement, currency: string): number =>
  (isOut ? -1 : 1) * (amountOf(amount, currency) ?? 0)

const isEntered = ({ amount, note }: EnteredMovement) => amount.trim() !== '' || note.trim() !== ''
/** The movements of which anything is entered: those that are sent. */
export const enteredMovements = ({ moved }: Pick<ClosingDraft, 'moved'>): readonly EnteredMovement[] =>
  moved.filter(isEntered)

/** The methods that are counted: those that the museum offers, and those that something was sold or refunded with. */
export const methodsToCount = (offered: readonly string[], { methods }: Pick<ClosingPreview, 'methods'>) => [
  ...new Set([...offered, ...methods.map(({ method }) => method)]),
]

/** The methods for which something is typed, in the order in which they are sent. */
export const countedMethods = (methods: readonly string[], { counted }: Pick<ClosingDraft, 'counted'>) =>
  methods.filter((method) => (counted.get(method) ?? '').trim() !== '')

const nothing: Sums = { sold: 0, refunded: 0, corrected: 0, expected: 0, counted: null, difference: null }

/** What each method would have in the closing; what cannot be read counts as not typed. */
export const closedMethods = (
  methods: readonly string[],
  preview: Pick<ClosingPreview, 'methods' | 'currency'>,
  draft: ClosingDraft,
  float: string,
): ReadonlyMap<string, Sums> => {
  const { currency } = preview
  const moved = draft.moved.reduce((sum, each) => sum + movedAmount(each, currency), 0)
  const inDrawer = (amountOf(float, currency) ?? 0) + moved
  return new Map(
    methods.map((method) => {
      const known = preview.methods.find((each) => each.method === method)
      const sums = known === undefined ? nothing : sumsOf(known)
      const expected = sums.expected + (method === cash ? inDrawer : 0)
      const counted = amountOf(draft.counted.get(method) ?? '', currency) ?? null
      return [method, { ...sums, expected, counted, difference: counted === null ? null : counted - expected }]
    }),
  )
}

/** The sum of coins and notes in hundredths; a number that cannot be read counts as none. */
export const piecesSum = ({ pieces }: Pick<ClosingDraft, 'pieces'>, currency: string): number =>
  denominations(currency).reduce((sum, each) => sum + each * (readCount(pieces.get(each) ?? '').value ?? 0), 0)

/** The request of a closing whose amounts can all be read. */
export const closingFields = (
  methods: readonly string[],
  currency: string,
  draft: ClosingDraft,
  float: string,
): ClosingFields => {
  const moved = enteredMovements(draft).map((each) => ({
    amount: movedAmount(each, currency) / 100,
    note: each.note.trim() || null,
  }))
  return {
    float: (amountOf(float, currency) ?? 0) / 100,
    counted: countedMethods(methods, draft).map((method) => ({
      method,
      amount: (amountOf(draft.counted.get(method)!, currency) ?? 0) / 100,
    })),
    ...(moved.length > 0 && { moved }),
    ...givenValues({ note: draft.note.trim() }),
  }
}

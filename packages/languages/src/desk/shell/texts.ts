/** A user's role, as the API names it. */
type Role = 'admin' | 'box-office' | 'gate' | 'reader'

/** The texts around the pages: sign-in, navigation, and what an action says. */
export type ShellTexts = Readonly<{
  signIn: Readonly<{
    heading: string
    username: string
    password: string
    submit: string
    /** The sign-in with these credentials is wrong. */
    wrong: string
    remember: string
    /** What remembering means. */
    rememberHint: string
    /** Why it is not offered. */
    rememberNeedsHttps: string
    /** The heading when a user who was signed in must sign in again. */
    againHeading: string
    again: string
    signOut: string
  }>
  role: Readonly<Record<Role, string>>
  /** The name of the navigation for screen readers. */
  navigation: string
  /** The link past the navigation. */
  skip: string
  language: string
  /** The page does not exist, or not for this role. */
  noSuchPage: string
  loading: string
  inProgress: string
  done: string
  /** After five seconds without a response; the page goes on trying. */
  noAnswerYet: string
  /** There is no response, and the page has stopped trying. The change may have taken effect. */
  noAnswer: string
  offline: string
  /** An error of the page itself. */
  defect: string
  /** A part of the page could not be loaded, for example after an upgrade. */
  partNotLoaded: string
  reload: string
  requestId: string
  cancel: string
  close: string
  /** A code was scanned where it does not belong: nothing was changed. */
  scannedInVain: string
  /** Why a code cannot be read. */
  otherKeyboard: string
  /** What to type instead of a text that is no such value. */
  typed: Readonly<{
    amount: (example: string) => string
    /** A number of things. */
    count: string
    date: string
    /** The values that a text may have: one, or two. */
    meanings: (first: string, second?: string) => string
  }>
  /** The question before something that cancels tickets. */
  cancellation: Readonly<{
    cancels: (tickets: number, count: string) => string
    /** The visitors of these tickets get an e-mail, if the museum sends any. */
    mails: (tickets: number) => string
    /** The button that ends the question without a change. */
    keep: string
  }>
  /** How long ago the shown data were read, when newer ones cannot be. */
  asOf: (time: string) => string
}>

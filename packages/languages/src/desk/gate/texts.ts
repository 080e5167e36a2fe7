/** The texts of the gate. A function gets names, dates and times as they are shown. */
export type GateTexts = Readonly<{
  title: string
  setup: Readonly<{
    heading: string
    name: string
    nameHint: string
    event: string
    allTickets: string
    camera: string
    back: string
    front: string
    none: string
    sound: string
    open: string
    change: string
  }>
  /** Why the gate cannot be used, or only a part of it. */
  limits: Readonly<{
    otherTab: string
    noStorage: string
    insecure: string
    cameraNotAllowed: string
    cameraMissing: string
    cameraFailed: string
    retry: string
  }>
  ready: Readonly<{ heading: string; camera: string; noCamera: string; code: string; check: string }>
  verdict: Readonly<{
    admitted: string
    refused: string
    needsNetwork: string
    next: string
    /** The sentences for the reasons of the API. */
    badSignature: string
    unknownTicket: string
    cancelled: string
    wrongDate: (date: string) => string
    wrongEvent: (name: string) => string
    alreadyAdmitted: string
    onlyServerKnows: string
    noKeys: string
    generalEntry: string
    anEvent: string
    proof: (category: string) => string
    readCategory: string
    offline: string
    listOf: (time: string) => string
  }>
  connection: Readonly<{
    online: string
    offline: string
    notSignedIn: string
    signIn: string
    /** When the API no longer accepts the credentials. */
    signInAgain: string
    waiting: (count: string) => string
    /** Why an admission is not sent yet: as the connection is, or as the server answers. */
    waitsFor: Readonly<
      Record<'online' | 'offline' | 'not signed in' | 'future' | 'server' | 'no response' | 'not stored', string>
    >
    /** Of the clock of the device; `duration` is `3 hours`. */
    clockAhead: (duration: string) => string
    clockBehind: (duration: string) => string
  }>
  counts: Readonly<{
    heading: string
    admitted: string
    refused: string
    expected: string
    inTheBuilding: string
    hint: string
    asOf: (time: string) => string
  }>
  conflicts: Readonly<{
    heading: string
    explanation: string
    none: string
    link: (count: string) => string
    entered: string
    counts: string
    notAccepted: string
    ticket: string
    noGate: string
    done: string
    undo: string
    doneHeading: string
    offline: string
    back: string
  }>
}>

/** The options of `inspectDatabase`. */
export type InspectionOptions = Readonly<{
  /** The maximum number of connections of one server, which MySQL must allow. */
  serverConnections: number
  /** Compares every index of an embedded database with its table too, which takes several times as long. */
  isThorough: boolean
}>

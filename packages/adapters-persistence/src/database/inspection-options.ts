/** The options of `inspectDatabase`. */
export type InspectionOptions = Readonly<{
  /** The maximum number of connections of one server, which MySQL must allow. */
  serverConnections: number
  /** Compares every index of an embedded database with its table too, which takes several times as long. */
  isThorough: boolean
  /** Of several hosts, whether the server uses this one (`used`) or another one (`spare`). By default there is `one` host. */
  host?: 'one' | 'used' | 'spare'
}>

/** Processor time in milliseconds: of each request, and of each batch of requests that are executed together. */
export type Cost = Readonly<{ request: number; batch: number }>

/** The processor times of one kind of request. */
export type OperationCosts = Readonly<{
  eventLoop: Cost
  /** The other threads of the server, which the request does not wait for. */
  otherThreads: Cost
  database: Cost
}>

/** The statements of a transaction that takes places of a counter: begin, counter, tickets, commit. */
export const limitedPurchaseStatements = 4
/** The statements after which a purchase of a sold-out event is refused. */
export const refusalStatements = 6

/** The measured inputs of the simulation; times in milliseconds. */
export type ServiceTimes = Readonly<{
  list: OperationCosts
  event: OperationCosts
  purchase: OperationCosts
  limitedPurchase: OperationCosts
  refusal: OperationCosts
  image: Readonly<{ eventLoop: number; drawing: number; database: number }>
  cachedImage: Readonly<{ eventLoop: number; database: number }>
  /** A flush of the database's disk. */
  flush: number
  /** The additional costs of a cluster whose nodes all have the data. */
  cluster: ClusterCosts
}>

export type ClusterCosts = Readonly<{
  /** From the commit on one node to its place in the order of all nodes. */
  replication: number
  /** How long a read waits until its node has applied what others have committed (`wsrep_sync_wait`). */
  readWait: number
  /** The processor time that a node which is written to uses in addition. */
  write: Cost
  /** The processor time of each other node, which applies a transaction. */
  apply: Cost
}>

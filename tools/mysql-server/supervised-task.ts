/** One program to run; its output is written to the file `log` in the task's folder. */
export type SupervisedStep = {
  readonly program: string
  readonly arguments: readonly string[]
  /** A file in the folder that the program reads as its standard input. */
  readonly input?: string
  /** Added to the environment of the program. */
  readonly environment?: Readonly<Record<string, string>>
}

/** What the supervisor process (`supervisor.ts`) does, as JSON on its standard input. */
export type SupervisedTask = {
  /** Created at the start, readable by its owner only, and removed at the end. */
  readonly folder: string
  /** Folders to create inside it. */
  readonly folders: readonly string[]
  /** Files to write inside it, by name. */
  readonly files: Readonly<Record<string, string>>
  /** Run one after the other; the last one is the server and runs until the end, unless the task `acceptsSteps`. */
  readonly steps: readonly SupervisedStep[]
  /**
   * Whether each further line on standard input is a step to run, in JSON. The supervisor writes a `StepEvent` when
   * such a step has started, and another when it has ended. It runs until its standard input ends.
   */
  readonly acceptsSteps?: boolean
  /** Whether the server's data will be used again. Then the server is stopped with SIGTERM, not with SIGKILL. */
  readonly keepsData?: boolean
  /** Whether the server is started again each time it was killed with SIGKILL. */
  readonly restartsWhenKilled?: boolean
  /** Run at the end, to stop a server that is not a child of the supervisor. */
  readonly cleanup?: SupervisedStep
}

/** A line of JSON on the supervisor's standard output: the process id of a step, or its exit code or signal. */
export type StepEvent = { readonly started: number } | { readonly ended: string }

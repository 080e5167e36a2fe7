/** One row, which is written to find out whether the database stores what is written. */
type WriteProbeTable = {
  id: number
  /** Milliseconds since 1970, by the clock of the process that wrote it. */
  written_at: number
}

export type WriteProbeTables = { write_probe: WriteProbeTable }

import { httpServerLimits, maxMetricsConnections } from '../http-server/limits.ts'
import type { Config } from '../settings/settings.ts'
import { databaseHosts } from '../settings/database-settings.ts'

/**
 * Room for the file descriptors of Node, its threads and the log (28 on Linux, with the thread that draws tickets), of the
 * listening socket, of files that are being read and of connections that are being refused.
 */
const descriptorsOfProcess = 40
/** The embedded database and its write-ahead log, for requests, for probes and for one task beside them. */
const descriptorsOfFile = 8

type Settings = Pick<Config, 'databaseUrl' | 'databaseConnections' | 'metricsPort'>

const descriptorsOfDatabase = ({ databaseUrl, databaseConnections }: Settings) =>
  databaseUrl.startsWith('sqlite:')
    ? descriptorsOfFile
    : // One for the readiness probe, and one for a probe of each host.
      databaseConnections + 1 + databaseHosts(databaseUrl).length

/** How many file descriptors the server opens at most beside those for the connections of clients. */
const otherDescriptors = (settings: Settings) =>
  descriptorsOfProcess +
  descriptorsOfDatabase(settings) +
  // With the listening socket of the metrics.
  (settings.metricsPort === undefined ? 0 : maxMetricsConnections + 1)

/** How many file descriptors a server with these settings needs for all connections of clients that it accepts. */
export const neededOpenFiles = (settings: Settings): number =>
  httpServerLimits.maxConnections + otherDescriptors(settings)

/** How many file descriptors this process may have. Node raises the soft limit to the hard one when it starts. */
export const openFileLimit = (): number => {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files.soft
  // Windows has no such limit.
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

/**
 * How many connections of clients the server accepts under this limit of file descriptors, and a warning for the operator when
 * they are fewer than usual. Without a free descriptor, libuv closes a new connection and Node does not learn of it; files,
 * database connections and threads fail, too. So the server refuses connections before that.
 */
export const connectionsWithin = (
  limit: number,
  settings: Settings,
): Readonly<{ maxConnections: number; shortage?: Readonly<{ message: string; advice: string }> }> => {
  const maxConnections = Math.max(1, Math.min(httpServerLimits.maxConnections, limit - otherDescriptors(settings)))
  if (limit >= neededOpenFiles(settings)) return { maxConnections }
  return {
    maxConnections,
    shortage: {
      message:
        `This process may open ${limit} files and connections: a server accepts ${maxConnections} connections of clients ` +
        `instead of ${httpServerLimits.maxConnections}, and answers others with 503.`,
      advice: `Raise the limit to ${neededOpenFiles(settings)}: LimitNOFILE of systemd, ulimits of Docker, or ulimit -n in a shell.`,
    },
  }
}

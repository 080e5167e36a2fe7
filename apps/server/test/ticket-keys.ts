import type { useServers } from './use-servers.ts'

type Key = Readonly<{ kid: string; state: string; createdAt: string; revokedAt: string | null; publicKey: string }>

/** The keys that `keys list` prints. */
export const listKeys = async (run: ReturnType<typeof useServers>['run']) =>
  JSON.parse((await run('keys list --json')).stdout) as Key[]

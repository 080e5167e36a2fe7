/** The version of pnpm that the documents name. `command-name.test.ts` compares it with the README. */
const documentedPnpm = '12.21.0'

/**
 * How a user types the program: `museum` when it is installed. In a clone it runs through pnpm, with the version of pnpm
 * that runs it now or the documented one. `environment` is that of the process, `entry` the URL of the file that Node
 * was started with.
 */
export const commandNameOf = (
  environment: Readonly<Record<string, string | undefined>>,
  isInstalled: boolean,
): string => {
  if (isInstalled) return 'museum'
  const pnpm = /^pnpm\/(\S+)/.exec(environment['npm_config_user_agent'] ?? '')?.[1]
  // npx keeps the packages that it runs in a folder of this name.
  const isRunByNpx = /[/\\]_npx[/\\]/.test(environment['npm_execpath'] ?? '')
  return pnpm !== undefined && !isRunByNpx ? 'pnpm museum' : `npx --yes pnpm@${pnpm ?? documentedPnpm} museum`
}

/** How the user of this process types the program. The sources run in a clone only. */
export const commandName = (): string => commandNameOf(process.env, !import.meta.url.endsWith('.ts'))

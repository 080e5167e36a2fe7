/** The version of pnpm in the documentation. `command-name.test.ts` compares it with the README. */
const documentedPnpm = '12.21.0'

/**
 * The words with which a user runs the program: `museum` when it is installed. In a clone, it runs through pnpm, in the version
 * that runs it now or the documented one. `environment` is the environment of the process.
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

/** The words with which the user of this process runs the program. If the sources run, it is in a clone. */
export const commandName = (): string => commandNameOf(process.env, !import.meta.url.endsWith('.ts'))

const needsNoQuotes = /^[\p{L}\p{N}@%+:,./_-]+$/u

/**
 * A text as a user types it as an argument of a command in a POSIX shell: in quotation marks where the shell would change
 * it, and after `--` where it would be taken for an option.
 */
export const asArgument = (text: string): string => {
  const word = needsNoQuotes.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
  return text.startsWith('-') ? `-- ${word}` : word
}

import { escapeForLog } from '../system/escape-controls.ts'

/**
 * Prints the result of a command to standard output: as JSON with `--json`, otherwise as text. When it cannot be written
 * and `isChanged` is true, a sentence on standard error says that the change was made.
 */
export const print = (
  { json = false }: Readonly<{ json?: boolean | undefined }>,
  value: unknown,
  text: () => string,
  isChanged = false,
): void => {
  process.stdout.write(`${json ? asJson(value) : text()}\n`, (error) => {
    if (error && isChanged) console.error('The change was made; only its result was not printed.')
  })
}

const asJson = (value: unknown) => escapeForLog(JSON.stringify(value, null, 2))

import { escapeControls } from '../system/escape-controls.ts'

/** Prints the result of a command to standard output: as JSON with `--json`, otherwise as text. */
export const print = (
  { json = false }: Readonly<{ json?: boolean | undefined }>,
  value: unknown,
  text: () => string,
): void => {
  console.log(json ? asJson(value) : text())
}

const asJson = (value: unknown) => escapeControls(JSON.stringify(value, null, 2))

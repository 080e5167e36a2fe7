import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome']

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * The path of the browser for tests: `TEST_CHROMIUM`, otherwise Chromium or Chrome from the `PATH`. If there is none,
 * throws an error that says what to install.
 */
export const findChromium = ({ TEST_CHROMIUM: given, PATH = '' }: NodeJS.ProcessEnv = process.env): string => {
  if (given !== undefined) {
    if (isProgram(given)) return given
    throw new Error(`TEST_CHROMIUM names no program: ${given}`)
  }
  const files = PATH.split(delimiter).flatMap((folder) => programs.map((program) => join(folder, program)))
  const found = files.find(isProgram)
  if (found !== undefined) return found
  throw new Error(
    `The tests need one of ${programs.join(', ')} in the PATH, or the path of one in TEST_CHROMIUM. ` +
      'On Debian: apt-get install chromium',
  )
}

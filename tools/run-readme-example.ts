import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { codeBlocks } from './code-blocks.ts'

/** Runs the first example in the README.md of a package. Returns its output, and the output that README.md shows. */
export const runReadmeExample = async (
  packageFolder: string,
): Promise<Readonly<{ printed: string; documented: string | undefined }>> => {
  const blocks = codeBlocks(await readFile(`${packageFolder}/README.md`, 'utf8'))
  const blockText = (wanted: string) => blocks.find(({ language }) => language === wanted)?.text
  const args = ['--conditions=@museum/source', '--input-type=module-typescript', '--eval', blockText('ts')!]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: packageFolder })
  return { printed: stdout, documented: blockText('text') }
}

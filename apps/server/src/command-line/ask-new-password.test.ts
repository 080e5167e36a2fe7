import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { CommandFailed, Interrupted } from './command-failed.ts'
import { askNewPassword } from './new-password.ts'

/**
 * A terminal in memory: its displayed text, and whether it is in raw mode, in which it does not display typed keys by itself.
 */
const aTerminal = () => {
  const shown = { text: '', isRaw: false }
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => {
      shown.isRaw = isRaw
    },
  })
  const output = new PassThrough()
  output.on('data', (chunk: Buffer) => {
    shown.text += chunk.toString()
  })
  /** Types keys when the terminal displays the question with this number. */
  const typeAtQuestion = async (n: number, keys: string) => {
    while (shown.text.split(': ').length <= n) await new Promise((resolve) => setImmediate(resolve))
    expect(shown.isRaw).toBe(true)
    input.write(keys)
  }
  /** The password that is set when these keys are typed, each item at the next question. */
  const ask = async (username: string, ...answers: readonly string[]) => {
    const password = askNewPassword({ input, output }, username)
    const typed = Promise.all(answers.map((keys, n) => typeAtQuestion(n + 1, keys)))
    return Promise.race([password, typed.then(() => password)])
  }
  return { shown, ask }
}

const [first, again] = ['New password for curator: \n', 'The same password again: \n']

describe('the question for a new password', () => {
  it('is asked twice, and what is typed is not displayed', async () => {
    const { shown, ask } = aTerminal()
    expect(await ask('curator', 'correct horse\r', 'correct horse\r')).toBe('correct horse')
    expect(shown).toEqual({ text: first + again, isRaw: false })
  })

  it('takes corrections and every character that is typed', async () => {
    const { shown, ask } = aTerminal()
    // U+007F is the key Backspace, U+0015 is Ctrl-U, which deletes the line.
    const password = await ask('curator', 'nonsense\u0015pä: wörd 🗝X\u007f!\r', 'pä: wörd 🗝!\n')
    expect(password).toBe('pä: wörd 🗝!')
    expect(shown.text).toBe(first + again)
  })

  it('is asked again when the password is too short, and when the two differ', async () => {
    const { shown, ask } = aTerminal()
    const right = 'correct horse\r'
    expect(await ask('curator', 'short\r', right, 'battery staple\r', right, right)).toBe('correct horse')
    expect(shown.text).toBe(
      `${first}The password must have at least 10 characters.\n${first}${again}The two passwords differ.\n${first}${again}`,
    )
  })

  it('is ended by Ctrl-C at each of the two questions, and the terminal is as before', async () => {
    for (const answers of [['corr\u0003'], ['correct horse\r', 'corr\u0003']]) {
      const { shown, ask } = aTerminal()
      await expect(ask('curator', ...answers)).rejects.toThrow(Interrupted)
      expect(shown).toEqual({ text: first + (answers.length === 2 ? again : ''), isRaw: false })
    }
  })

  it('is ended by Ctrl-D', async () => {
    const { shown, ask } = aTerminal()
    await expect(ask('curator', '\u0004')).rejects.toThrow(new CommandFailed('No password was typed.'))
    expect(shown).toEqual({ text: first, isRaw: false })
  })

  it('escapes the characters of a user name that control the terminal', async () => {
    const { shown, ask } = aTerminal()
    await ask('\u009b31m\u202e', 'correct horse\r', 'correct horse\r')
    expect(shown.text).toContain('New password for \\u009b31m\\u202e: ')
  })
})

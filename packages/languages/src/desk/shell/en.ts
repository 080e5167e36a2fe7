import type { ShellTexts } from './texts.ts'

export const shell: ShellTexts = {
  signIn: {
    heading: 'Sign in',
    username: 'User',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The user or the password is wrong.',
    remember: 'Remember on this device until midnight',
    rememberHint: 'Encrypted, for this browser only. Not on a device that others use.',
    rememberNeedsHttps: 'This device can remember you only over HTTPS.',
    againHeading: 'Please sign in again',
    again: 'The museum no longer accepts this sign-in. Nothing that you typed is lost.',
    signOut: 'Sign out',
  },
  role: { admin: 'Office', 'box-office': 'Box office', gate: 'Gate', reader: 'Guide' },
  navigation: 'Pages',
  skip: 'Skip to the content',
  language: 'Language',
  noSuchPage: 'There is no such page, or it is not for your role.',
  loading: 'Loading …',
  inProgress: 'In progress …',
  done: 'Done.',
  noAnswerYet: 'The museum has not answered yet. Trying again …',
  noAnswer: 'The museum has not answered. Check whether the change has taken effect before you repeat it.',
  offline: 'No network',
  defect: 'This page has failed. Please reload it.',
  partNotLoaded: 'This page could not be loaded: perhaps there is a new version.',
  reload: 'Reload',
  requestId: 'Request number',
  cancel: 'Cancel',
  close: 'Close',
  scannedInVain:
    'A ticket was scanned here, and nothing was changed. Scan it at the gate, or where the box office finds tickets.',
  otherKeyboard:
    'The code cannot be read. The scanner may type with another keyboard layout than this device. Set the scanner to the layout of the device.',
  typed: {
    amount: (example) => `Write a number, such as ${example}.`,
    count: 'Write a whole number in digits, such as 120.',
    date: 'Write a date, such as 2030-05-17.',
    meanings: (first, second) =>
      second === undefined ? `Write ${first}.` : `Write ${first} or ${second}: it may mean either.`,
  },
  cancellation: {
    cancels: (tickets, count) =>
      tickets === 0
        ? 'No ticket is cancelled.'
        : tickets === 1
          ? '1 ticket is cancelled.'
          : `${count} tickets are cancelled.`,
    mails: (tickets) =>
      tickets === 1
        ? 'Its visitor gets an e-mail, if the museum sends e-mails and has an address.'
        : 'Their visitors get an e-mail, if the museum sends e-mails and has an address.',
    keep: 'Change nothing',
  },
  asOf: (time) => `As of ${time}`,
}

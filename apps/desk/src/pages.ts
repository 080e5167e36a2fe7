import { loadOfficeTexts, loadTillTexts } from './shell/languages.ts'
import type { Page } from './shell/page.ts'

/** The pages in the order of the navigation. A user begins with the first one of the role. */
export const pages: readonly Page[] = [
  {
    path: 'box-office',
    roles: ['admin', 'box-office'],
    title: (texts) => texts.boxOffice.title,
    load: async () => (await Promise.all([import('./box-office/box-office-page.tsx'), loadTillTexts()]))[0],
  },
  {
    path: 'gate',
    roles: ['admin', 'gate'],
    title: (texts) => texts.gate.title,
    withoutSignIn: (texts) => texts.gate.connection.signInAgain,
    load: () => import('./gate/gate-page.tsx'),
  },
  {
    path: 'hours',
    roles: ['admin', 'box-office', 'shop', 'gate', 'reader'],
    title: (texts) => texts.hours.title,
    load: () => import('./hours/hours-page.tsx'),
  },
  {
    path: 'office',
    roles: ['admin'],
    title: (texts) => texts.office.title,
    load: async () => (await Promise.all([import('./office/office-page.tsx'), loadOfficeTexts()]))[0],
  },
  {
    path: 'password',
    roles: ['admin', 'box-office', 'shop', 'gate', 'reader'],
    title: (texts) => texts.shell.changePassword,
    isOfUser: true,
    load: async () => (await Promise.all([import('./password/password-page.tsx'), loadOfficeTexts()]))[0],
  },
]

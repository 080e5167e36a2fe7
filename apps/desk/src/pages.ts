import { loadOfficeTexts, loadTillTexts } from './shell/languages.ts'
import type { Page } from './shell/page.ts'

const withOfficeTexts = async <Module>(page: Promise<Module>) => (await Promise.all([page, loadOfficeTexts()]))[0]
const everyRole = ['admin', 'box-office', 'shop', 'gate', 'reader'] as const

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
    roles: everyRole,
    title: (texts) => texts.hours.title,
    load: () => import('./hours/hours-page.tsx'),
  },
  {
    path: 'office',
    roles: ['admin'],
    title: (texts) => texts.office.title,
    load: () => withOfficeTexts(import('./office/office-page.tsx')),
  },
  {
    path: 'password',
    roles: everyRole,
    title: (texts) => texts.shell.changePassword,
    isOfUser: true,
    load: () => withOfficeTexts(import('./password/password-page.tsx')),
  },
]

import { pages } from './pages.ts'
import { hrefOf, navigate, route } from './shell/router.ts'
import { session } from './shell/session.ts'

/** Opens the ticket of a scanned code at the box office, for users who have it. Whoever is at the gate stays there. */
export const openTicket = (code: string): boolean => {
  const role = session.peek()?.museum.user.role
  const boxOffice = pages.find(({ path }) => path === 'box-office')
  if (role === undefined || !boxOffice?.roles.includes(role) || route.peek().segments[0] === 'gate') return false
  // The page that is left renders first what its field had before the scan. A code is no part of a URL: it admits.
  void import('./box-office/scanned-ticket.ts').then(({ scannedTicketId }) => {
    const search = scannedTicketId(code) ?? ''
    return navigate(hrefOf(['box-office', 'find'], { search }), search === '' ? { handed: code } : {})
  })
  return true
}

/** Who sells and scans on the day of the demo: two of its users. */
export const [boxOffice, gateStaff] = [{ username: 'demo-box-office' }, { username: 'demo-gate' }] as const

/** Who sells before that day. No user's name has a colon. */
export const presale = { username: 'demo:presale' } as const

/** Everybody who sells in the demo, its users also later, at the desk. */
export const demoSellers: readonly string[] = [boxOffice.username, presale.username, 'demo-admin']

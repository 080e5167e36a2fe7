/** The roles of users. The table `permissions` says what each of them may call. */
export const roles = ['admin', 'box-office', 'gate', 'reader'] as const
/** A role of a user. */
export type Role = (typeof roles)[number]

/** Whether a text is the name of a role. */
export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)

import type { UserAccount } from '@museum/application'

/** A user in JSON, with the names of the audit. */
export const toUserRecord = ({ username, role, isEnabled }: UserAccount) => ({ username, role, enabled: isEnabled })

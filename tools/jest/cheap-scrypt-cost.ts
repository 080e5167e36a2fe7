/**
 * Replaces `scrypt-cost.ts` of `adapters-access` in tests, and in the programs that they start: hashing a password is then
 * a thousand times faster. The usual cost is 0.2 s for each new user and for each password that a server verifies. A hash
 * is verified with the cost that it contains.
 */
export const scryptCost = { logCost: 5, blockSize: 8, parallelization: 3 } as const

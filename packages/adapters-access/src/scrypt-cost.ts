/**
 * The scrypt parameters that OWASP's password storage cheat sheet recommends for 32 MiB of memory: N = 2^15, r = 8, p = 3.
 */
export const scryptCost = { logCost: 15, blockSize: 8, parallelization: 3 } as const

export default { test: { include: ['runners/vitest.mjs'] } }

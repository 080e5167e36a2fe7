export type { MuseumEnv } from './museum-env.ts'
export { type MuseumApiOptions, type RequestRecord, museumApi } from './museum-api.ts'
export type { ProblemSlug } from './problem-types.ts'
export { problemRecord } from './problem.ts'

export type { MuseumEnv } from './museum-env.ts'
export { type MuseumApiOptions, type RequestRecord, museumApi } from './museum-api.ts'
export { problemRecord } from './problem.ts'

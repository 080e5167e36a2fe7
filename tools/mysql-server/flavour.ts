/** The two families of servers, which differ in their set-up, their settings and their SQL. */
export type Flavour = 'mariadb' | 'mysql'

/** Reads the name of a flavour, which may be absent or empty; `source` is where it was given, for the error. */
export const readFlavour = (name: string | undefined, source: string): Flavour | undefined => {
  if (name === undefined || name === '') return undefined
  if (name === 'mariadb' || name === 'mysql') return name
  throw new Error(`${source} must be mariadb or mysql, not ${JSON.stringify(name)}.`)
}

/** Returns a function that calls `make` at its first call only, and returns the same promise each time. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

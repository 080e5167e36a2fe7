/**
 * Makes a function that calls `load` and returns its promise. Further calls get the same promise while it is pending, and
 * until `milliseconds` have passed since it settled. `now` is a clock in milliseconds.
 */
export const cachedFor = <Result>(
  milliseconds: number,
  load: () => Promise<Result>,
  now: () => number = () => performance.now(),
): (() => Promise<Result>) => {
  let latest: Promise<Result> | undefined
  let expiry = Number.POSITIVE_INFINITY
  return () => {
    if (latest !== undefined && now() < expiry) return latest
    expiry = Number.POSITIVE_INFINITY
    const settled = () => {
      expiry = now() + milliseconds
    }
    latest = load()
    latest.then(settled, settled)
    return latest
  }
}

/** In seconds. A purchase takes 1 to 50 ms under load; no request takes longer than 10 s. */
export const durationBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

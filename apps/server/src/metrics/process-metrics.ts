import { Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client'
import { durationBuckets } from './duration-buckets.ts'

/** Milliseconds between two measurements of the delay of the event loop. */
const interval = 20

/**
 * The metrics of the client library that an operator acts upon. The others are left out: some break the rules for names,
 * its delays of the event loop include the 10 ms between two measurements, and it misses garbage collections.
 */
const kept = [
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
]

/** Adds the metrics of this process. Its timers do not keep the process alive. */
export const addProcessMetrics = (registry: Registry): void => {
  const all = new Registry()
  collectDefaultMetrics({ register: all })
  for (const name of kept) {
    // Some exist on Linux only.
    const metric = all.getSingleMetric(name)
    if (metric !== undefined) registry.registerMetric(metric)
  }

  const delay = new Histogram({
    name: 'museum_event_loop_delay_seconds',
    help: `How late a timer runs, measured every ${interval} ms: requests wait at least as long.`,
    buckets: durationBuckets,
    registers: [registry],
  })
  let due = performance.now() + interval
  setInterval(() => {
    const now = performance.now()
    delay.observe(Math.max(0, now - due) / 1_000)
    due = now + interval
  }, interval).unref()
}

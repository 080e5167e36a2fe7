/** Whether the `OTEL_…` variables ask for traces: they name a collector or an exporter of traces, and do not turn it off. */
export const isTracingRequested = (environment: NodeJS.ProcessEnv): boolean => {
  const given = (name: string) => environment[name]?.trim() || undefined
  if (given('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false
  const exporters = given('OTEL_TRACES_EXPORTER')
  if (exporters !== undefined) return !exporters.split(',').some((name) => name.trim() === 'none')
  return given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== undefined || given('OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined
}

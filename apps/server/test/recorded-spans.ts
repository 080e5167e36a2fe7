import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/** A tracer, and the spans that it has recorded and that have ended. */
export const recordedSpans = () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  return {
    tracer: provider.getTracer('test'),
    spans: () =>
      exporter.getFinishedSpans().map(({ name, kind, attributes, status, links, parentSpanContext, events }) => ({
        name,
        kind,
        attributes,
        status,
        links,
        parent: parentSpanContext?.spanId,
        events,
      })),
  }
}

import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { PalimpsestError } from "@palimpsest/contract";

export interface TraceParent {
  traceId: string;
  /** The caller's span; undefined if this process starts the trace. */
  parentSpanId?: string;
  flags: string;
}

const tracer = trace.getTracer("palimpsest");

/** Runs one operation in a span of its own. Without an OpenTelemetry SDK in the process this does nothing. */
export function inSpan<T>(operation: string, parent: TraceParent, work: () => Promise<T>): Promise<T> {
  const { traceId, parentSpanId, flags } = parent;
  const outer =
    parentSpanId === undefined
      ? context.active()
      : trace.setSpanContext(context.active(), {
          traceId,
          spanId: parentSpanId,
          traceFlags: Number.parseInt(flags, 16),
          isRemote: true,
        });
  const attributes = { "palimpsest.operation": operation };
  return tracer.startActiveSpan(operation, { kind: SpanKind.SERVER, attributes }, outer, async (span) => {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof PalimpsestError ? error.code : "INTERNAL";
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** `trace()`: a named run. Everything observed inside belongs to its span. */
import { context, SpanKind, SpanStatusCode, trace as otel, type Span } from '@opentelemetry/api';
import { GEN_AI, GENERAL } from '@subtext/reasoning';
import { gateOf, sealContext, sealed } from './content.ts';
import { withContext, type RunContext } from './context.ts';
import { armExit } from './lifecycle.ts';
import { processSettings } from './process-settings.ts';
import { guarded } from './report.ts';
import { loadTracer } from './tracing.ts';

/** Runs under an `invoke_agent` span: a root, or a child of the span that is active. Gives what `run` gives, and throws what it throws. */
export async function trace<T>(name: string, run: () => T | Promise<T>, runContext: RunContext = {}): Promise<T> {
  armExit();
  const tracer = await loadTracer();
  return withContext(runContext, async () => {
    const settings = processSettings();
    const gate = gateOf(settings);
    const attributes = sealed(gate, {
      [GEN_AI.operationName]: 'invoke_agent',
      [GEN_AI.agentName]: name,
      ...sealContext(settings.run, gate),
    });
    const options = { kind: SpanKind.INTERNAL, attributes };
    const span = guarded('start a run', () => tracer.startSpan(`invoke_agent ${name}`, options));
    return span ? runInside(span, async () => run()) : run();
  });
}

/** Makes the span the parent of what runs inside and ends it with the outcome, which passes on unchanged: a value, a promise, an error. */
export function runInside<T>(span: Span, run: () => T, ended: (result: unknown) => void = () => undefined): T {
  const succeed = (result: unknown) =>
    void guarded('end a run', () => {
      ended(result);
      span.end();
    });
  const fail = (error: unknown) => void guarded('end a run', () => endWithError(span, error));
  let result: T;
  try {
    result = context.with(otel.setSpan(context.active(), span), run);
  } catch (error) {
    fail(error);
    throw error;
  }
  if (!isPlainPromise(result)) {
    succeed(result);
    return result;
  }
  const passedOn = result.then(
    (value) => {
      succeed(value);
      return value;
    },
    (error: unknown) => {
      fail(error);
      throw error;
    },
  );
  return passedOn as T;
}

/** Of other thenables nobody knows what `then` sets off (queries run, bodies are read): they are handed on as they are. */
function isPlainPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise && value.constructor === Promise;
}

function endWithError(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : typeof error;
  span.setAttribute(GENERAL.errorType, type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
  span.end();
}

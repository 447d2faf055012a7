/** `trace()`: a named run. Everything observed inside belongs to its span. */
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace as otel,
  type Attributes,
  type Context,
  type HrTime,
  type Span,
} from '@opentelemetry/api';
import { GEN_AI, GENERAL } from '@subtext/reasoning';
import { gateOf, PLACES, sealContext, sealed, sealErrorType } from './content.ts';
import { earlyParent, withContext, type RunContext } from './context.ts';
import { fitAttributes } from './fit.ts';
import { armExit } from './lifecycle.ts';
import { processSettings } from './process-settings.ts';
import { recorder } from './recorder.ts';
import { guarded } from './report.ts';
import { loadTracer } from './tracing.ts';

/** Runs under an `invoke_agent` span: a root, or a child of the span that is active. Gives what `run` gives, and throws what it throws. */
export async function trace<T>(name: string, run: () => T | Promise<T>, runContext: RunContext = {}): Promise<T> {
  armExit();
  const tracer = await loadTracer();
  return withContext({ agent: String(name), ...runContext }, async () => {
    const start = () => {
      const { spanName, attributes } = describedRun(name);
      return tracer.startSpan(spanName, { kind: SpanKind.INTERNAL, attributes }, parentContext());
    };
    const span = guarded('start a run', start);
    return span ? runInside(span, async () => run(), { ending: () => describeWhole(span, name) }) : run();
  });
}

function describedRun(name: string, run: RunContext = {}): { spanName: string; attributes: Attributes } {
  const gate = gateOf(processSettings());
  const said = gate.text(String(name), PLACES.agentName);
  const attributes = sealed(gate, {
    [GEN_AI.operationName]: 'invoke_agent',
    ...sealContext(run, gate),
    [GEN_AI.agentName]: said ?? '',
  });
  return { spanName: said ? `invoke_agent ${said}` : 'invoke_agent', attributes: fitAttributes(attributes) };
}

/** Who ran it and the like come at the end, and the name once more: clients made inside may have brought a mask for them. */
function describeWhole(span: Span, name: string): void {
  const { spanName, attributes } = describedRun(name, processSettings().run);
  span.updateName(spanName).setAttributes(attributes);
}

/** The active context; inside a tool that began before there was a tracer, under that tool's span. */
function parentContext(): Context {
  const active = context.active();
  recorder.catchUp();
  const early = earlyParent()?.span;
  return early && !otel.getSpanContext(active) ? otel.setSpanContext(active, early) : active;
}

export interface Told {
  /** Of a run that did not fail. */
  result?: (result: unknown) => void;
  /** Before the span ends. */
  ending?: () => void;
}

/** Makes the span the parent of what runs inside and ends it with the outcome. */
export function runInside<T>(span: Span, run: () => T, { result, ending }: Told): T {
  return watched(() => context.with(otel.setSpan(context.active(), span), run), {
    succeeded: (value) => {
      guarded('record a result', () => result?.(value));
      guarded('describe a run', () => ending?.());
      span.end();
    },
    failed: (error) => {
      guarded('describe a run', () => ending?.());
      endWithError(span, error);
    },
  });
}

export interface Watch {
  succeeded(result: unknown): void;
  failed(error: unknown): void;
}

/** Tells the outcome, which passes on unchanged: a value, a promise, an error. */
export function watched<T>(run: () => T, watch: Watch): T {
  const succeed = (value: unknown) => void guarded('end a run', () => watch.succeeded(value));
  const fail = (error: unknown) => void guarded('end a run', () => watch.failed(error));
  let result: T;
  try {
    result = run();
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

/** The class of the error is all that leaves: its message and stack may quote anything. */
export function endWithError(span: Span, error: unknown, endTime?: HrTime): void {
  const type = sealErrorType(gateOf(processSettings()), guarded('name an error', () => nameOf(error)) ?? 'error');
  span.setAttribute(GENERAL.errorType, type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
  span.end(endTime);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? String(error.name) : typeof error;
}

/** `trace()`: a named run. Everything observed inside belongs to its span. */
import {
  SpanKind,
  SpanStatusCode,
  trace as otel,
  type Attributes,
  type Context,
  type HrTime,
  type Span,
} from '@opentelemetry/api';
import { GEN_AI, GENERAL } from '@subtext/reasoning';
import { redactorFor, FIELDS, redactAttributes, redactErrorType } from '../privacy/content.ts';
import { redactContext } from '../emit/spans/context-attributes.ts';
import { spanNameFor } from '../emit/spans/span-parts.ts';
import { earlyParent, withContext, type RunContext } from '../exchange/context.ts';
import { truncateAttributes } from '../emit/spans/truncate.ts';
import { armExit } from './lifecycle.ts';
import { processSettings } from './process-settings.ts';
import { recorder } from '../conversation/recorder.ts';
import { activeContext, runInContext } from '../platform/otel-context.ts';
import { guarded, isCallable } from '../platform/report.ts';
import { loadTracer } from '../emit/tracing.ts';

/**
 * Runs a function under an `invoke_agent` span: a root, or a child of the active span. Returns what `run` returns and
 * throws what it throws.
 */
export async function trace<T>(name: string, run: () => T | Promise<T>, runContext: RunContext = {}): Promise<T> {
  if (!isCallable(run, 'trace()')) return undefined as T;
  armExit();
  const tracer = await loadTracer();
  const named = guarded('read the context of a run', () => ({ agent: String(name), ...runContext }));
  return withContext(named ?? {}, async () => {
    const start = () => {
      const { spanName, attributes } = describedRun(name);
      return tracer.startSpan(spanName, { kind: SpanKind.INTERNAL, attributes }, parentContext());
    };
    const span = guarded('start a run', start);
    return span ? runInside(span, async () => run(), { ending: () => describeWhole(span, name) }) : run();
  });
}

function describedRun(name: string, run: RunContext = {}): { spanName: string; attributes: Attributes } {
  const redactor = redactorFor(processSettings());
  const redactedName = redactor.text(String(name), FIELDS.agentName);
  const attributes = redactAttributes(redactor, {
    [GEN_AI.operationName]: 'invoke_agent',
    ...redactContext(run, redactor),
    [GEN_AI.agentName]: redactedName ?? '',
  });
  return {
    spanName: spanNameFor('invoke_agent', redactedName),
    attributes: truncateAttributes(attributes),
  };
}

/**
 * The user, the session and the like are set at the end, and the name once more: clients created inside may have added
 * a mask for them.
 */
function describeWhole(span: Span, name: string): void {
  const { spanName, attributes } = describedRun(name, processSettings().run);
  span.updateName(spanName).setAttributes(attributes);
}

/** The active context; inside a tool that started before the tracer was loaded, that tool's span is the parent. */
function parentContext(): Context {
  const active = activeContext();
  recorder.catchUp();
  const early = earlyParent()?.span;
  return early && !otel.getSpanContext(active) ? otel.setSpanContext(active, early) : active;
}

export interface RunHooks {
  /** Called with the result of a run that did not fail. */
  result?: (result: unknown) => void;
  /** Called before the span ends. */
  ending?: () => void;
}

/** Makes the span the parent of everything inside, and ends it with the outcome. */
export function runInside<T>(span: Span, run: () => T, { result, ending }: RunHooks): T {
  return watched(() => runInContext(otel.setSpan(activeContext(), span), run), {
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

/** Reports the outcome, which is passed on unchanged: a value, a promise, an error. */
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

/** Calling `then` of other thenables may have effects (run queries, read bodies), so they are passed on untouched. */
function isPlainPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise && value.constructor === Promise;
}

/** Only the class of the error leaves: its message and stack may quote anything. */
export function endWithError(span: Span, error: unknown, endTime?: HrTime): void {
  const type = redactErrorType(
    redactorFor(processSettings()),
    guarded('name an error', () => errorName(error)) ?? 'error',
  );
  span.setAttribute(GENERAL.errorType, type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
  span.end(endTime);
}

function errorName(error: unknown): string {
  return error instanceof Error ? String(error.name) : typeof error;
}

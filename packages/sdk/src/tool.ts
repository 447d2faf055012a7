/** `tool()`: a function whose span is exact, nests what runs inside, and is the very call the model asked for. */
import { context, trace } from '@opentelemetry/api';
import { currentContext, mergeContext } from './context.ts';
import { recordToolResult, startToolSpan } from './emit.ts';
import { processSettings } from './process-settings.ts';
import { recorder } from './recorder.ts';
import { guarded } from './report.ts';
import { runInside } from './run.ts';
import { currentTracer } from './tracing.ts';

/** The same function. Each run is joined to the pending call of that name with these arguments, or with an id found among them. */
export function tool<Arguments extends unknown[], Result>(
  name: string,
  run: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return function (this: unknown, ...args: Arguments): Result {
    const started = guarded('start a tool', () => {
      const tracer = currentTracer();
      if (!tracer) return undefined;
      const active = trace.getSpanContext(context.active());
      const pending = recorder.claim(name, args, active);
      const settings = pending?.settings ?? processSettings();
      const run = mergeContext(settings.run, currentContext());
      return startToolSpan(tracer, { name, args, pending, active, settings: { ...settings, run } });
    });
    if (!started) return run.apply(this, args);
    return runInside(
      started.span,
      () => run.apply(this, args),
      (result) => recordToolResult(started, result),
    );
  };
}

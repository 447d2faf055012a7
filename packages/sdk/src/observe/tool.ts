/**
 * `tool()`: wraps a function so that its span has exact times, is the parent of everything inside, and is the call that
 * the model requested.
 */
import { trace, type Context } from '@opentelemetry/api';
import { hrTime, now } from '../platform/clock.ts';
import { currentContext, earlyParent, mergeContext, withEarlyParent, type EarlyParent } from '../exchange/context.ts';
import { withoutSecretsJson } from '../privacy/credentials.ts';
import { recordToolResult, startToolSpan, type StartedTool } from '../emit/spans/tool-span.ts';
import type { Settings } from '../exchange/exchange.ts';
import { toJson } from '../platform/json.ts';
import { activeContext } from '../platform/otel-context.ts';
import type { Claimed } from '../conversation/ledger.ts';
import { armExit } from './lifecycle.ts';
import { processSettings } from './process-settings.ts';
import { takeThoughts, withThoughts, type ManualThoughts } from './reasoning.ts';
import { recorder } from '../conversation/recorder.ts';
import { guarded, isCallable } from '../platform/report.ts';
import { endWithError, runInside, watched } from './run.ts';
import { currentTracer } from '../emit/tracing.ts';
import { recordedRun } from './recorded-run.ts';
import { answerMark } from '../conversation/stitching/request-history.ts';

/**
 * Returns the same function. Each run is matched to the pending call with this name and these arguments, or with an id
 * that is among them.
 */
export function tool<Arguments extends unknown[], Result>(
  name: string,
  run: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  if (!isCallable(run, 'tool()')) return run;
  return function (this: unknown, ...args: Arguments): Result {
    const runThis = recordedRun<Result>(String(name), args, run) ?? (() => run.apply(this, args));
    const starter = guarded('start a tool', () => (currentTracer() ? startNow : startLater)(String(name), args));
    return starter ? starter(runThis) : runThis();
  };
}

/** Runs the function and records it. */
type Starter = <Result>(run: () => Result) => Result;

function startNow(name: string, args: readonly unknown[]): Starter | undefined {
  recorder.catchUp();
  const started = startTool(toolInvocation(name, args));
  return started && ((run) => runInside(started.span, run, { result: (value) => recordResult(started, value) }));
}

/**
 * For the first moments of a process without a provider, while OpenTelemetry loads. The function does not wait. The
 * span is created after loading, with the times and values of now, after the responses that requested the call.
 */
function startLater(name: string, args: readonly unknown[]): Starter {
  armExit();
  const parent: EarlyParent = {};
  const invocation = toolInvocation(name, args);
  let started: JoinedTool | undefined;
  recorder.later(() => {
    started = startTool(invocation);
    if (started) parent.span = started.span.spanContext();
  });
  const finish = (end: (tool: JoinedTool, endTime: ReturnType<typeof hrTime>) => void) => {
    const endTime = hrTime(now());
    recorder.later(() => started && end(started, endTime));
  };
  return (run) =>
    watched(() => withEarlyParent(parent, run), {
      succeeded: (result) => {
        const json = toJson(result);
        finish((tool, endTime) => {
          if (json !== undefined) recordResult(tool, JSON.parse(json));
          tool.span.end(endTime);
        });
      },
      failed: (error) => finish((tool, endTime) => endWithError(tool.span, error, endTime)),
    });
}

interface ToolInvocation {
  name: string;
  args: readonly unknown[];
  /** JSON text, because the function may change its arguments. */
  argumentsJson: string | undefined;
  startedAt: number;
  context: Context;
  early: EarlyParent | undefined;
  settings: ReturnType<typeof processSettings>;
  run: ReturnType<typeof currentContext>;
  /** Manually reported thoughts since the last tool. */
  manualThoughts: ManualThoughts | undefined;
}

function toolInvocation(name: string, args: readonly unknown[]): ToolInvocation {
  return {
    name,
    args,
    argumentsJson: withoutSecretsJson(args.length === 1 ? args[0] : args),
    startedAt: now(),
    context: activeContext(),
    early: earlyParent(),
    settings: processSettings(),
    run: currentContext(),
    manualThoughts: takeThoughts(activeContext(), earlyParent()),
  };
}

function startTool(invocation: ToolInvocation): JoinedTool | undefined {
  const tracer = currentTracer();
  if (!tracer) return undefined;
  const { name, argumentsJson, startedAt } = invocation;
  const active = trace.getSpanContext(invocation.context) ?? invocation.early?.span;
  const claimed = recorder.claim(name, invocation.args, active);
  const call = withThoughts(claimed?.call, invocation.manualThoughts, invocation);
  const settings = claimed ? toolSettings(claimed, call !== claimed.call, invocation) : invocation.settings;
  const run = mergeContext(settings.run, invocation.run);
  const started = startToolSpan(tracer, {
    name,
    argumentsJson,
    startedAt,
    call,
    parent: active ?? claimed?.parentSpan,
    settings: { ...settings, run },
  });
  return { ...started, claimed };
}

/** A manually reported thought belongs to no client, so the settings of all clients apply. */
function toolSettings(claimed: Claimed, hasManualThoughts: boolean, { settings }: ToolInvocation): Settings {
  return hasManualThoughts ? { ...settings, run: mergeContext(claimed.settings.run, settings.run) } : claimed.settings;
}

interface JoinedTool extends StartedTool {
  claimed: Claimed | undefined;
}

/** Records the result on the span, and its mark for the request that sends it to the model. */
function recordResult(tool: JoinedTool, result: unknown): void {
  if (tool.claimed) recorder.functionReturned(tool.claimed, answerMark(result));
  recordToolResult(tool, result);
}

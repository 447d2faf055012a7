/** `tool()`: a function whose span is exact, nests what runs inside, and is the very call the model asked for. */
import { context, trace } from '@opentelemetry/api';
import { hrTime, now } from './clock.ts';
import { currentContext, earlyParent, mergeContext, withEarlyParent, type EarlyParent } from './context.ts';
import { withoutSecretsJson } from './credentials.ts';
import { recordToolResult, startToolSpan, type StartedTool } from './emit.ts';
import type { Settings } from './exchange.ts';
import { jsonOf } from './json.ts';
import type { Claimed } from './ledger.ts';
import { armExit } from './lifecycle.ts';
import { processSettings } from './process-settings.ts';
import { takeThoughts, withThoughts, type Told } from './reasoning.ts';
import { recorder } from './recorder.ts';
import { guarded } from './report.ts';
import { endWithError, runInside, watched } from './run.ts';
import { currentTracer } from './tracing.ts';
import { answerMark } from './trail.ts';

/** The same function. Each run is joined to the pending call of that name with these arguments, or with an id found among them. */
export function tool<Arguments extends unknown[], Result>(
  name: string,
  run: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return function (this: unknown, ...args: Arguments): Result {
    const runThis = () => run.apply(this, args);
    const starter = guarded('start a tool', () => (currentTracer() ? startNow : startLater)(String(name), args));
    return starter ? starter(runThis) : runThis();
  };
}

/** Runs the function and tells of it. */
type Starter = <Result>(run: () => Result) => Result;

function startNow(name: string, args: readonly unknown[]): Starter | undefined {
  recorder.catchUp();
  const started = startTool(seenTool(name, args));
  return started && ((run) => runInside(started.span, run, { result: (value) => recordResult(started, value) }));
}

/**
 * The first moments of a process without a provider, in which OpenTelemetry loads: nobody waits for it. The span is made when it is there,
 * with the times and values of now, behind the responses that asked for this call.
 */
function startLater(name: string, args: readonly unknown[]): Starter {
  armExit();
  const parent: EarlyParent = {};
  const seen = seenTool(name, args);
  let started: JoinedTool | undefined;
  recorder.later(() => {
    started = startTool(seen);
    if (started) parent.span = started.span.spanContext();
  });
  const finish = (end: (tool: JoinedTool, endTime: ReturnType<typeof hrTime>) => void) => {
    const endTime = hrTime(now());
    recorder.later(() => started && end(started, endTime));
  };
  return (run) =>
    watched(() => withEarlyParent(parent, run), {
      succeeded: (result) => {
        const json = jsonOf(result);
        finish((tool, endTime) => {
          if (json !== undefined) recordResult(tool, JSON.parse(json));
          tool.span.end(endTime);
        });
      },
      failed: (error) => finish((tool, endTime) => endWithError(tool.span, error, endTime)),
    });
}

interface SeenTool {
  name: string;
  args: readonly unknown[];
  /** JSON text: the function may change what it was given. */
  given: string | undefined;
  startedAt: number;
  context: ReturnType<typeof context.active>;
  early: EarlyParent | undefined;
  settings: ReturnType<typeof processSettings>;
  run: ReturnType<typeof currentContext>;
  /** Thoughts told by hand since the tool before. */
  told: Told | undefined;
}

function seenTool(name: string, args: readonly unknown[]): SeenTool {
  return {
    name,
    args,
    given: withoutSecretsJson(args.length === 1 ? args[0] : args),
    startedAt: now(),
    context: context.active(),
    early: earlyParent(),
    settings: processSettings(),
    run: currentContext(),
    told: takeThoughts(context.active(), earlyParent()),
  };
}

function startTool(seen: SeenTool): JoinedTool | undefined {
  const tracer = currentTracer();
  if (!tracer) return undefined;
  const { name, given, startedAt } = seen;
  const active = trace.getSpanContext(seen.context) ?? seen.early?.span;
  const claimed = recorder.claim(name, seen.args, active);
  const call = withThoughts(claimed?.call, seen.told, seen);
  const settings = claimed ? settingsOf(claimed, call !== claimed.call, seen) : seen.settings;
  const run = mergeContext(settings.run, seen.run);
  const started = startToolSpan(tracer, {
    name,
    given,
    startedAt,
    call,
    parent: active ?? claimed?.home,
    settings: { ...settings, run },
  });
  return { ...started, claimed };
}

/** A thought told by hand belongs to no client, so it is held to what all of them ask for. */
function settingsOf(claimed: Claimed, toldByHand: boolean, { settings }: SeenTool): Settings {
  return toldByHand ? { ...settings, run: mergeContext(claimed.settings.run, settings.run) } : claimed.settings;
}

interface JoinedTool extends StartedTool {
  claimed: Claimed | undefined;
}

/** On the span, and for the request that brings it to the model. */
function recordResult(tool: JoinedTool, result: unknown): void {
  if (tool.claimed) recorder.answered(tool.claimed, answerMark(result));
  recordToolResult(tool, result);
}

/**
 * `@anthropic-ai/claude-agent-sdk`: its model calls are made by a program of its own, so what can be observed are the
 * messages that `query()` yields. Recognizes the function, the package, and a prepared program.
 */
import { record } from '@subtext/reasoning';
import { isProxy } from '../platform/node.ts';
import { guarded, report } from '../platform/report.ts';
import type { QueryRecording } from './query-recording.ts';
import { isObject, replaceMethod, watchIterable, type IterationWatch } from './watch-query.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** Starts the recording of one query. `parameters`: what the application passed to it. */
export type BeginRecording = (parameters: unknown) => QueryRecording;

/** Every observed function and the one below it, so that observing twice does not count twice. */
const observed = new WeakMap<object, AnyFunction>();

/** undefined when this is nothing of the package. */
export function observedAgentSdk(client: object, begin: BeginRecording): object | undefined {
  if (typeof client === 'function') return observedFunction(client as AnyFunction, begin);
  if (isAgentSdk(client)) return observedPackage(client, begin);
  return isPrepared(client) ? observePrepared(client, begin) : undefined;
}

interface AgentSdk {
  query: AnyFunction;
}

function isAgentSdk(client: object): client is AgentSdk {
  const { query, createSdkMcpServer } = client as Record<string, unknown>;
  if (typeof query !== 'function') return false;
  return typeof createSdkMcpServer === 'function' || (isPlain(client) && Object.keys(client).length === 1);
}

function isPlain(client: object): boolean {
  return !isProxy(client) && [Object.prototype, null].includes(Object.getPrototypeOf(client) as object | null);
}

/** A program that `startup()` or `prewarm()` has started: its query takes only the prompt. */
function isPrepared(client: object): boolean {
  const { query, close } = client as Record<string, unknown>;
  return typeof query === 'function' && typeof close === 'function' && Symbol.asyncDispose in client;
}

/** The exports of a package cannot be replaced, so this is an object with the same exports. */
function observedPackage(client: AgentSdk, begin: BeginRecording): object {
  const exports: Record<string, unknown> = { ...client, query: observedFunction(client.query, begin) };
  for (const name of ['startup', 'prewarm']) {
    const start = exports[name];
    if (typeof start === 'function') exports[name] = observedStartup(start as AnyFunction, begin);
  }
  return exports;
}

function observedStartup(startup: AnyFunction, begin: BeginRecording): AnyFunction {
  return new Proxy(startup, {
    apply(target, self, args: unknown[]) {
      const started: unknown = Reflect.apply(target, self, args);
      if (!(started instanceof Promise)) return started;
      const { options } = record(args[0]);
      return started.then((program: unknown) => {
        if (isObject(program)) observePrepared(program, (parameters) => begin({ ...record(parameters), options }));
        return program;
      });
    },
  });
}

function observePrepared(program: object, begin: BeginRecording): object {
  replaceMethod(program, 'query', (query) => observedCall(query, (args) => begin({ prompt: args[0] })));
  return program;
}

function observedFunction(query: AnyFunction, begin: BeginRecording): AnyFunction {
  const inner = observed.get(query) ?? query;
  const call = observedCall(inner, (args) => begin(args[0]));
  const result = new Proxy(inner, { apply: (_target, self, args: unknown[]): unknown => call.apply(self, args) });
  observed.set(result, inner);
  return result;
}

/** Calls the function as it was called, and watches the query that it returns. */
function observedCall(query: AnyFunction, begin: (args: unknown[]) => QueryRecording): AnyFunction {
  return function (this: unknown, ...args) {
    const recording = guarded('begin to record an agent', () => begin(args));
    const running: unknown = Reflect.apply(query, this, args);
    guarded('watch an agent', () => recording && watch(running, recording));
    return running;
  };
}

function watch(running: unknown, recording: QueryRecording): void {
  if (!isObject(running) || !(Symbol.asyncIterator in running)) {
    report(
      'unobserved function',
      () =>
        'observe() was given a function that returns no query of an agent, so nothing of it is recorded. A fetch is observed by observeFetch(fetch).',
    );
    return;
  }
  watchIterable(running, recording);
  replaceMethod(
    running,
    'streamInput',
    (native) =>
      function (this: unknown, ...args) {
        guarded('watch the input of an agent', () => watchInput(args[0], recording));
        return native.apply(this, args);
      },
  );
}

/** Watches the user's messages when they come one by one. */
export function watchInput(prompt: unknown, recording: Pick<QueryRecording, 'input'>): void {
  if (!isObject(prompt) || !(Symbol.asyncIterator in prompt)) return;
  const ignored: Omit<IterationWatch, 'value'> = { ended: () => undefined, failed: () => undefined };
  watchIterable(prompt, { ...ignored, value: (message) => recording.input(message) });
}

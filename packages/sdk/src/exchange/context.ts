/** Session, user, tags and the like. The async context carries them onto every span created inside. */
import type { SpanContext } from '@opentelemetry/api';
import type { CapturePolicy } from '../privacy/capture.ts';
import { createStorage } from '../platform/node.ts';
import { guarded, isCallable } from '../platform/report.ts';

/**
 * Values for every span created inside. `capture` and `mask` apply to these texts, too. Values that are not given are
 * absent, never empty.
 */
export interface RunContext {
  /** Groups the traces of one conversation. */
  session?: string;
  /** The user that the application acted for: an id of yours. */
  user?: string;
  /** At most 50; further tags are dropped. */
  tags?: string[];
  /** At most 50 text fields; others are dropped. */
  metadata?: Record<string, string>;
  /** `production`, `staging`, …; sent as `deployment.environment.name`. */
  environment?: string;
  /** Version of your application; sent as `service.version`. */
  release?: string;
  /** Name of the agent; inside `trace()` the default is the name of the run. Sent as `gen_ai.agent.name`. */
  agent?: string;
  /** Overrides the client's policy for the calls made inside. */
  capture?: CapturePolicy;
}

/**
 * A tool that started before the tracer was loaded. Its span is created later and is the parent of the spans inside.
 */
export interface EarlyParent {
  span?: SpanContext;
}

const EARLY: unique symbol = Symbol('early parent');

type Stored = RunContext & { [EARLY]?: EarlyParent };

const storage = createStorage<Stored>();

export function withEarlyParent<T>(parent: EarlyParent, run: () => T): T {
  return storage.run({ ...storage.getStore(), [EARLY]: parent }, run);
}

/** The early parent of this context; by default of the current one. */
export function earlyParent(context: Stored | undefined = storage.getStore()): EarlyParent | undefined {
  return context?.[EARLY];
}

/**
 * Runs a function with session, user, tags, metadata, environment, release and agent on every span created inside.
 * Nested contexts: the inner value wins; tags and metadata add up.
 */
export function withContext<T>(context: RunContext, run: () => T): T {
  if (!isCallable(run, 'withContext()')) return undefined as T;
  const outer = storage.getStore();
  return storage.run(guarded('read a context', () => mergeContext(outer, context)) ?? outer ?? {}, run);
}

export function currentContext(): RunContext | undefined {
  return storage.getStore();
}

export function mergeContext(outer: RunContext | undefined, inner: RunContext | undefined): RunContext {
  const early = earlyParent(inner ?? {}) ?? earlyParent(outer ?? {});
  const merged: Stored = { ...outer, ...(early && { [EARLY]: early }) };
  for (const [name, value] of Object.entries(inner ?? {}))
    if (value !== undefined) Object.assign(merged, { [name]: value });
  if (outer?.tags && inner?.tags) merged.tags = [...new Set([...outer.tags, ...inner.tags])];
  if (outer?.metadata && inner?.metadata) merged.metadata = { ...outer.metadata, ...inner.metadata };
  if (isPolicy(outer?.capture) && isPolicy(inner?.capture)) merged.capture = { ...outer.capture, ...inner.capture };
  return merged;
}

/** Any other value is kept as it is, and withholds everything. */
function isPolicy(capture: CapturePolicy | undefined): capture is CapturePolicy {
  return typeof capture === 'object' && capture !== null;
}

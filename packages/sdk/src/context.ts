/** Session, user, tags and the like: they ride on the async context and end up on every span made inside. */
import type { Attributes, SpanContext } from '@opentelemetry/api';
import { GEN_AI, GENERAL, SUBTEXT } from '@subtext/reasoning';
import type { CapturePolicy } from './capture.ts';
import { createStorage } from './platform/node.ts';

/** What is put on every span made inside. `capture` and `mask` hold for these texts, too; those that are not given are absent, never empty. */
export interface RunContext {
  /** Groups the traces of one conversation. */
  session?: string;
  /** Whom it was done for: an id of yours. */
  user?: string;
  /** At most 50; further ones are left out. */
  tags?: string[];
  /** At most 50 fields, each a text; others are left out. */
  metadata?: Record<string, string>;
  /** `production`, `staging`, …; goes as `deployment.environment.name`. */
  environment?: string;
  /** Version of your application; goes as `service.version`. */
  release?: string;
  /** Name of the agent that acts; inside `trace()` the name of the run, unless told otherwise. Goes as `gen_ai.agent.name`. */
  agent?: string;
  /** Overrides the client's policy for the calls made inside. */
  capture?: CapturePolicy;
}

const MAX_TAGS = 50;
const MAX_METADATA = 50;

/** A tool that began before there was a tracer: its span comes later, and is the parent of what ran inside. */
export interface EarlyParent {
  span?: SpanContext;
}

const EARLY: unique symbol = Symbol('early parent');

type Stored = RunContext & { [EARLY]?: EarlyParent };

const storage = createStorage<Stored>();

export function withEarlyParent<T>(parent: EarlyParent, run: () => T): T {
  return storage.run({ ...storage.getStore(), [EARLY]: parent }, run);
}

/** Of what was observed with this context, or of where the caller stands. */
export function earlyParent(context: Stored | undefined = storage.getStore()): EarlyParent | undefined {
  return context?.[EARLY];
}

/** Runs with session, user, tags, metadata, environment, release, agent on every span made inside. Nested: the inner one wins, tags and metadata add up. */
export function withContext<T>(context: RunContext, run: () => T): T {
  return storage.run(mergeContext(storage.getStore(), context), run);
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

/** Whatever else was given in its place is kept as it is, and withholds all. */
function isPolicy(capture: CapturePolicy | undefined): capture is CapturePolicy {
  return typeof capture === 'object' && capture !== null;
}

/** As span attributes. A conversation is a session by another convention's name, so both are set. */
export function contextAttributes(context: RunContext): Attributes {
  const attributes: Attributes = {};
  const put = (key: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') attributes[key] = value;
  };
  put(GENERAL.sessionId, context.session);
  put(GEN_AI.conversationId, context.session);
  put(GENERAL.userId, context.user);
  put(GENERAL.environment, context.environment);
  put(GENERAL.release, context.release);
  put(GEN_AI.agentName, context.agent);
  const tags = context.tags?.filter((tag) => typeof tag === 'string').slice(0, MAX_TAGS);
  if (tags && tags.length > 0) attributes[SUBTEXT.tags] = tags;
  for (const [name, value] of Object.entries(context.metadata ?? {}).slice(0, MAX_METADATA)) {
    put(SUBTEXT.metadata + name, value);
  }
  return attributes;
}

/**
 * The context of OpenTelemetry in this process. All copies of the API register in one place, and a copy ignores what an
 * older one registered: frameworks that pin an older API than the SDK's would hide their spans from it. A context
 * manager is the same in all versions of the API, so it is taken from there.
 */
import { ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';

const REGISTRY: unique symbol = Symbol.for('opentelemetry.js.api.1') as never;

interface ApiRegistry {
  /** The version of the API's copy that registered first. */
  version?: string;
  trace?: unknown;
  context?: ContextManager;
}

export function apiRegistry(): ApiRegistry | undefined {
  return (globalThis as { [REGISTRY]?: ApiRegistry })[REGISTRY];
}

export function activeContext(): Context {
  return apiRegistry()?.context?.active() ?? ROOT_CONTEXT;
}

/** Makes the context the active one of everything that `run` starts. */
export function runInContext<T>(context: Context, run: () => T): T {
  const manager = apiRegistry()?.context;
  return manager ? manager.with(context, run) : run();
}

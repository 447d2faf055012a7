/** BeeAI for JavaScript in OpenInference: each event of the framework is a span, of the kind of what it is an event of, inside one for the whole run. */
import type { SpanKind } from '@subtext/db';
import type { SpanReader } from './dialect.ts';

const SCOPE = '@arizeai/openinference-instrumentation-beeai';

/** The last event of a model call or of a tool, with all that it used and answered. What begins it and what follows would count it again. */
const OVER = /\.(?:success|error)$/;

/** undefined for what others send. */
export function kindOfBeeai({ span, text }: SpanReader, said: SpanKind): SpanKind | undefined {
  if (span.scope.name !== SCOPE) return undefined;
  const target = text('target');
  if (target !== undefined) return said !== 'agent' && OVER.test(target) ? said : 'span';
  return said === 'agent' ? said : 'chain';
}

/** `tool.search.wikipedia.success` → `wikipedia`. */
export function toolOfBeeai({ span, text }: SpanReader): string | undefined {
  return span.scope.name === SCOPE ? text('target')?.split('.').at(-2) : undefined;
}

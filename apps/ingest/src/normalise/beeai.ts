/** BeeAI in OpenInference, for JavaScript and, in older versions, for Python: each event of the framework is a span, of the kind of what it is an event of, inside one for the whole run. */
import type { SpanKind } from '@subtext/db';
import type { SpanReader } from './dialect.ts';

const SCOPE = /\bopeninference[.-]instrumentation[.-]beeai$/;

/** The last event of a model call or of a tool, with all that it used and answered. What begins it and what follows would count it again. */
const OVER = /\.(?:success|error)$/;

/** undefined for what others send. */
export function kindOfBeeai({ span, text }: SpanReader, said: SpanKind): SpanKind | undefined {
  if (!SCOPE.test(span.scope.name)) return undefined;
  const target = text('target');
  if (target !== undefined) return said !== 'agent' && OVER.test(target) ? said : 'span';
  // Newer versions for Python have a span for a thing, and neither this nor targets.
  return text('beeai.version') === undefined || said === 'agent' ? said : 'chain';
}

/** `tool.search.wikipedia.success` → `wikipedia`. */
export function toolOfBeeai({ span, text }: SpanReader): string | undefined {
  return SCOPE.test(span.scope.name) ? text('target')?.split('.').at(-2) : undefined;
}

/** The event that begins a model call is the only one that has its messages. */
export function beginsCallOfBeeai({ span, text }: SpanReader): boolean {
  return SCOPE.test(span.scope.name) && /^backend\..*\.start$/.test(text('target') ?? '');
}

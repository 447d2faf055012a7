/**
 * BeeAI in OpenInference, for JavaScript and, in older versions, for Python: each framework event is a span inside one
 * span for the whole run, with the kind of the thing it belongs to.
 */
import type { SpanKind } from '@subtext/reasoning';
import type { SpanReader } from '../facts.ts';

const SCOPE = /\bopeninference[.-]instrumentation[.-]beeai$/;

/**
 * The last event of a model call or a tool, with its usage and output. Its start and later events would count it again.
 */
const OVER = /\.(?:success|error)$/;

/** undefined for other senders. */
export function kindOfBeeai({ span, text }: SpanReader, said: SpanKind): SpanKind | undefined {
  if (!SCOPE.test(span.scope.name)) return undefined;
  const target = text('target');
  if (target !== undefined) return said !== 'agent' && OVER.test(target) ? said : 'span';
  // Newer Python versions have one span per thing, and neither this attribute nor targets.
  return text('beeai.version') === undefined || said === 'agent' ? said : 'chain';
}

/** `tool.search.wikipedia.success` → `wikipedia`. */
export function toolOfBeeai({ span, text }: SpanReader): string | undefined {
  return SCOPE.test(span.scope.name) ? text('target')?.split('.').at(-2) : undefined;
}

/** Only the start event of a model call has its messages. */
export function beginsCallOfBeeai({ span, text }: SpanReader): boolean {
  return SCOPE.test(span.scope.name) && /^backend\..*\.start$/.test(text('target') ?? '');
}

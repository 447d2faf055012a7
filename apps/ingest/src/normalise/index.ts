/** Decoded spans → one model. A dialect is one file and one row here; the first that knows the span reads it. */
import type { Span } from '../otlp/wire.ts';
import { GEN_AI_DIALECT, normaliseGenAi } from './gen-ai.ts';
import { has, type Dialect, type NormalisedSpan } from './model.ts';
import { contextOf } from './span-context.ts';

export type { Generation, NormalisedSpan, SpanContext } from './model.ts';

/** Our own SDK: the newest conventions, with reasoning attributed before it was sent. */
const NATIVE_DIALECT: Dialect = {
  name: 'subtext',
  detects: (span) => has(span.attributes, 'subtext.') || span.scope.name === '@subtext/sdk',
  normalise: normaliseGenAi,
};

/** Everything else is kept verbatim, as a span of the tree. */
const OTHER_DIALECT: Dialect = {
  name: 'other',
  detects: () => true,
  normalise: (span) => ({ kind: 'span', context: contextOf(span) }),
};

const DIALECTS: readonly Dialect[] = [NATIVE_DIALECT, GEN_AI_DIALECT, OTHER_DIALECT];

export function normalise(span: Span): NormalisedSpan {
  const dialect = DIALECTS.find(({ detects }) => detects(span)) ?? OTHER_DIALECT;
  return { span, convention: dialect.name, ...dialect.normalise(span) };
}

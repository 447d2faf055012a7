/** Decoded spans → one model. A dialect is one file and one row here. */
import type { Span } from '../otlp/wire.ts';
import { combine } from './combine.ts';
import { marksOf, readerOf, type Dialect } from './dialect.ts';
import { GEN_AI_DIALECT, NATIVE_DIALECT } from './gen-ai.ts';
import type { NormalisedSpan } from './model.ts';

export type { Generation, NormalisedSpan, SpanContext } from './model.ts';

/** In the order of precedence: the first that knows a span names its convention, and its fields win. */
const DIALECTS: readonly Dialect[] = [GEN_AI_DIALECT];

/** What nobody knows is kept verbatim, as a span of the tree. */
const UNKNOWN = 'other';

export function normalise(span: Span): NormalisedSpan {
  const marks = marksOf(span);
  const known = NATIVE_DIALECT.detects(marks) ? [NATIVE_DIALECT] : DIALECTS.filter(({ detects }) => detects(marks));
  const reader = readerOf(span);
  const facts = known.map((dialect) => dialect.facts(reader));
  return { span, convention: known[0]?.name ?? UNKNOWN, ...combine(span, facts) };
}

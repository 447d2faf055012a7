/** Decoded spans → one model. packages/conventions recognizes a span and reads its facts and messages. */
import { conventionsOf } from '@subtext/conventions';
import type { Span } from '../otlp/wire.ts';
import { combine } from './combine.ts';
import { readerOf } from './span-reader.ts';
import type { NormalisedSpan } from './model.ts';

export type { Generation, NormalisedSpan, RunFigures } from './model.ts';

/** A span that no convention recognizes is stored verbatim. */
const UNKNOWN = 'other';

export function normalise(span: Span): NormalisedSpan {
  const reader = readerOf(span);
  const conventions = conventionsOf(reader);
  const facts = conventions.map((convention) => convention.facts?.(reader) ?? {});
  return { span, convention: conventions[0]?.name ?? UNKNOWN, ...combine({ reader, conventions, facts }) };
}

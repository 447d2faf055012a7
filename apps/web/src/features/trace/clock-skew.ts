/** Clocks that disagree: a tool cannot run before the response that asked for it has begun, nor a span before the one it is part of. */
import { duration } from '../../lib/format.ts';
import type { SpanRow } from '../../lib/skeleton.ts';
import type { Call } from '../../lib/steps/joined-call.ts';

/** Below a millisecond it may be rounding. */
const LEAST_MS = 1;

/** `clock differs by 2.1 s`; empty where nothing shows it. */
export const skewWords = ({ asked, ran }: Call): string => (asked && ran ? differsBy(asked.start - ran.start) : '');

/** The same of a span and the one above it. */
export const earlyWords = (span: SpanRow | null, above: SpanRow | null | undefined): string =>
  span && above ? differsBy(above.start - span.start) : '';

const differsBy = (milliseconds: number): string =>
  milliseconds > LEAST_MS ? `clock differs by ${duration(milliseconds)}` : '';

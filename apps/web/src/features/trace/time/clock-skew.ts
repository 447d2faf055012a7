/** Detects clock skew: a tool cannot start before the response that requested it, nor a span before its parent. */
import { duration } from '../../../lib/figures/format.ts';
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import type { Call } from '../../../lib/steps/joined-call.ts';

/** A smaller difference may be rounding. */
const MIN_MS = 1;

/** `clock differs by 2.1 s`; empty without skew. */
export const skewWords = ({ request, execution }: Call): string =>
  request && execution ? differsBy(request.start - execution.start) : '';

/** The same for a span and its parent. */
export const earlyWords = (span: SpanRow | null, above: SpanRow | null | undefined): string =>
  span && above ? differsBy(above.start - span.start) : '';

const differsBy = (milliseconds: number): string =>
  milliseconds > MIN_MS ? `clock differs by ${duration(milliseconds)}` : '';

/** The sentences of the search screen, and the link of a hit. Pure. */
import { exactCount, percent } from '../../lib/figures/format.ts';
import { tracePath } from '../../lib/address/pages.ts';
import type { Field } from './search-url.ts';
import type { Coverage, SearchAnswer, SearchHit } from './use-search.ts';

/** Links to the step, with the matched words marked there; to the span, where the step is not available. */
export function hitPath(project: string, { traceId, spanId, step }: SearchHit, terms: readonly string[]): string {
  const params = new URLSearchParams(step?.label ? { step: step.label } : { span: spanId });
  if (terms[0]) params.set('find', terms[0]);
  return `${tracePath(project, traceId)}?${params}`;
}

/** "41 hits in 18 traces". */
export function totalWords({ hits, traces, capped }: SearchAnswer['total']): string {
  const more = capped ? '+' : '';
  return `${exactCount(hits)}${more} ${hits === 1 && !capped ? 'hit' : 'hits'} in ${exactCount(traces)}${more} ${traces === 1 && !capped ? 'trace' : 'traces'}`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Why there may be more hits, and how to see them. */
export function cappedWords({ readSince }: SearchAnswer['total']): string {
  if (readSince === null)
    return 'Only the newest calls with a common word were searched. A shorter range or a rarer word finds older ones.';
  return `Today’s traces are searched one by one: here those since ${CLOCK.format(readSince)}, except the longest. Older days are searched completely.`;
}

/**
 * "81 % of thinking tokens in this range have text (8 % verbatim, 73 % only a summary). 19 % have none: not
 * searchable." The figures cover the range without the filters; the sentence says so when there are filters.
 */
export function coverageSentence(coverage: Coverage, isFiltered: boolean): string | undefined {
  const says = rangeSentence(coverage);
  return says && isFiltered ? `${says} This covers the whole range, without the filters.` : says;
}

function rangeSentence(coverage: Coverage): string | undefined {
  const { readable, summary, noText, untold, generations, reporting } = coverage;
  const all = readable + summary + noText + untold;
  if (generations === 0) return undefined;
  if (all === 0n)
    return reporting === 0
      ? 'No model call in this range reports thinking tokens. Thinking without a text cannot be searched.'
      : undefined;
  const share = (part: bigint) => percent(Number(part) / Number(all));
  const kinds = [readable > 0n && `${share(readable)} verbatim`, summary > 0n && `${share(summary)} only a summary`];
  const text = readable + summary;
  const having = `${share(text)} of thinking tokens in this range have text${text > 0n ? ` (${kinds.filter(Boolean).join(', ')})` : ''}.`;
  return [
    having,
    noText > 0n && `${share(noText)} have none: not searchable.`,
    untold > 0n && `For ${share(untold)} it is not reported.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** True if hidden thinking may be the reason for no results. */
export function hiddenCause(coverage: Coverage | undefined, fields: readonly Field[]): string | undefined {
  if (!coverage || !fields.includes('thought')) return undefined;
  const { readable, summary, noText, untold, generations, reporting } = coverage;
  const all = readable + summary + noText + untold;
  if (generations === 0) return 'There are no model calls in this range.';
  const parts: string[] = [];
  if (noText > 0n)
    parts.push(
      `Hidden thinking could be the cause: ${percent(Number(noText) / Number(all))} of the thinking tokens in this range have no text and cannot be searched.`,
    );
  if (summary > 0n)
    parts.push(`${percent(Number(summary) / Number(all))} have only a summary, which may use other words.`);
  if (untold > 0n)
    parts.push(
      `For ${percent(Number(untold) / Number(all))} of the thinking tokens it is not reported whether they have a text.`,
    );
  if (reporting < generations) parts.push('Some model calls do not report whether there was any thinking.');
  return parts.length > 0
    ? parts.join(' ')
    : 'Hidden thinking is not the cause: all thinking in this range has a text.';
}

/** The matched fields that are shown beside the thought; empty when the match is in the thought itself. */
export const otherFields = ({ matched, texts }: SearchHit): Field[] =>
  matched.filter((field) => field !== 'thought' && texts[field]);

const OWN_LABELS: Readonly<Record<Field, string>> = {
  thought: 'thought',
  said: 'preamble',
  args: 'args',
  result: 'result',
  answer: 'answer',
};
export const fieldLabel = (field: Field): string => OWN_LABELS[field];

/** What senders report about a trace, each with the search of the list that shows all traces like it. Pure. */
import { filterText, metadataField } from '../../../lib/traces/filter-text.ts';
import { isTraceId } from '../../../lib/address/trace-id.ts';
import { ALL_TIME } from '../../../lib/time/time-range.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { Took } from '../../../lib/figures/took.ts';
import type { TraceSummary } from '../data/use-trace.ts';

export interface Fact {
  key: string;
  label: string;
  text: string;
  /** `?range=all&q=…` */
  search: string;
}

/** All that is reported, in the order of the line; what is missing is left out. */
export function reportedFacts(summary: TraceSummary): Fact[] {
  const origin = forkOrigin(summary);
  const { sessionId, userId, environment, release, service, tags, metadata } = summary;
  const named = [
    ['session', 'Session', sessionId],
    ['user', 'User', userId],
    ['env', 'Environment', environment],
    ['release', 'Release', release],
    ['service', 'Service', service],
    ...tags.map((tag) => ['tag', 'Tag', tag] as const),
  ] as const;
  return [
    ...named.flatMap(([field, label, value]) => (value === null ? [] : [fact(field, label, value)])),
    ...metadata
      .filter(([key]) => !origin || !key.startsWith('fork.'))
      .map(([key, value]) => fact(metadataField(key), drawnText(key), value)),
  ];
}

const fact = (field: string, label: string, text: string): Fact => ({
  key: `${field} ${text}`,
  label,
  text,
  search: searchOf(filterText(field, text)),
});

export interface ForkOrigin {
  trace: string;
  step: string;
}

/** The run that this trace is a fork of: the SDK reports it as metadata. */
export function forkOrigin({ metadata }: Pick<TraceSummary, 'metadata'>): ForkOrigin | undefined {
  const { 'fork.trace': trace = '', 'fork.step': step = '' } = Object.fromEntries(metadata);
  return isTraceId(trace) && /^[1-9]\d{0,5}[a-z]{0,3}$/.test(step) ? { trace, step } : undefined;
}

/** The traces that are forks of this one. */
export const forksSearch = (trace: string): string => searchOf(filterText(metadataField('fork.trace'), trace));

const searchOf = (q: string, range = ALL_TIME) => `?${new URLSearchParams({ range, q })}`;

const HOUR = 3_600_000;

/** The traces that began in the same hour of UTC. */
export function startSearch(startedAt: Date): string {
  const from = Math.floor(startedAt.getTime() / HOUR) * HOUR;
  const [begin, end] = [from, from + HOUR].map((time) => new Date(time).toISOString().replace('.000Z', 'Z'));
  return `?${new URLSearchParams({ range: `${begin}..${end}` })}`;
}

/** The traces that took as long or longer; undefined while no duration is known. */
export function durationSearch(took: Took): string | undefined {
  return took.milliseconds === null ? undefined : searchOf(`duration:>=${took.milliseconds}ms`);
}

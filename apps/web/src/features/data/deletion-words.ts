// Deletions and legal holds in the words of the screen.
import { exactCount, plural } from '../../lib/figures/format.ts';
import type { RouterInputs, RouterOutputs } from '../../lib/requests/trpc.ts';

export type ListedDeletion = RouterOutputs['deletions']['list']['deletions'][number];
export type DeletionKind = RouterInputs['deletions']['preview']['kind'];
export type Hold = RouterOutputs['holds']['list'][number];
export type HoldKind = Hold['kind'];

export const DELETION_KIND_WORDS = [
  ['user', 'A user'],
  ['session', 'A session'],
  ['tag', 'A tag'],
  ['filter', 'A filter'],
] as const satisfies readonly (readonly [DeletionKind, string])[];

/** The label of the field that names it. */
export const VALUE_WORDS: Readonly<Record<DeletionKind, string>> = {
  user: 'User id',
  session: 'Session id',
  tag: 'Tag',
  filter: 'Filter',
};

export const HOLD_KIND_WORDS = [
  ['project', 'The whole project'],
  ['user', 'A user'],
  ['session', 'A session'],
  ['trace', 'A trace'],
] as const satisfies readonly (readonly [HoldKind, string])[];

export const HOLD_VALUE_WORDS: Readonly<Record<Exclude<HoldKind, 'project'>, string>> = {
  user: 'User id',
  session: 'Session id',
  trace: 'Trace id',
};

const HOLD_NAMES: Readonly<Record<HoldKind, string>> = {
  project: 'Whole project',
  user: 'User',
  session: 'Session',
  trace: 'Trace',
};

export const holdName = ({ kind, value }: Pick<Hold, 'kind' | 'value'>): string =>
  value === null ? HOLD_NAMES[kind] : `${HOLD_NAMES[kind]} ${value}`;

const STATES = { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed', stopped: 'Stopped' } as const;

/** `Running, 120 of 400` */
export function stateWords({ isStopping, receipt: { state, foreseen, deleted, reason } }: ListedDeletion): string {
  if (isStopping) return 'Stopping';
  if (state === 'failed') return `Failed: ${reason}`;
  if (state !== 'running') return STATES[state];
  const of =
    foreseen === null ? 'finding the traces' : `${exactCount(deleted.traces)} of ${exactCount(foreseen.traces)}`;
  return `${STATES.running}, ${of}`;
}

export const isUnfinished = ({ receipt: { state } }: ListedDeletion): boolean =>
  state === 'waiting' || state === 'running';

/** `3 (Case 12)`; undefined = not known yet. */
export function keptWords({ receipt: { held } }: ListedDeletion): string | undefined {
  if (held === null) return undefined;
  if (held.length === 0) return '0';
  const traces = held.reduce((sum, one) => sum + one.traces, 0);
  return `${exactCount(traces)} (${held.map(({ reason }) => reason).join('; ')})`;
}

export const countWords = (traces: number, spans: number, calls: number): string =>
  `${plural(traces, 'trace')} with ${plural(spans, 'span')} and ${plural(calls, 'call')}`;

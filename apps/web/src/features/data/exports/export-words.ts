// Exports in the words of the screen.
import { exactCount, plural } from '../../../lib/figures/format.ts';
import type { RouterInputs, RouterOutputs } from '../../../lib/requests/trpc.ts';

export type ListedRun = RouterOutputs['exports']['runs']['runs'][number];
export type Target = RouterOutputs['exports']['targets']['targets'][number];
export type NewTarget = RouterInputs['exports']['addTarget']['target'];
export type Format = NewTarget['format'];

export const FORMAT_WORDS = [
  ['jsonl', 'JSONL'],
  ['parquet', 'Parquet'],
] as const satisfies readonly (readonly [Format, string])[];

export const formatName = (format: Format): string => FORMAT_WORDS.find(([each]) => each === format)![1];

/** `s3://bucket/prefix at minio.example.com` */
export function placeWords({ place }: Pick<Target, 'place'>): string {
  if (place.kind === 'directory') return `Folder ${place.folder} on the server`;
  const path = [place.bucket, place.prefix].filter((part) => part !== '').join('/');
  return `s3://${path} at ${new URL(place.endpoint).host}`;
}

/** `Everything to Warehouse` */
export function runName({ run: { kind, since, target, path } }: ListedRun): string {
  if (kind === 'test') return `Test of ${target}`;
  const what = kind === 'full' || (path !== null && since === null) ? 'Everything' : 'Changes';
  return `${what} to ${target}`;
}

const STATES = { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed', stopped: 'Stopped' } as const;

export const isOpen = ({ run: { state } }: ListedRun): boolean => state === 'waiting' || state === 'running';

export function stateWords(listed: ListedRun): string {
  const { isStopping, run } = listed;
  const { state, reason, kind } = run;
  if (isStopping) return 'Stopping';
  if (state === 'failed') return `Failed: ${reason}`;
  if (isOpen(listed) && reason !== null) return `Trying again: ${reason}`;
  if (state === 'done' && kind === 'test') return 'Wrote, read and removed a small file';
  return STATES[state];
}

/** Rows in the files; of a finished export they are those that the database counted. */
export const rowWords = ({ run: { rows } }: ListedRun): string =>
  `${plural(rows.traces, 'trace')}, ${plural(rows.spans, 'span')}, ${plural(rows.calls, 'call')}, ${plural(rows.scores, 'score')}`;

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** `812 bytes`, `1.2 MB` */
export function size(bytes: number): string {
  if (bytes < 1000) return `${exactCount(bytes)} bytes`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`;
}

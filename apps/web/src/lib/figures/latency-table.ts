// Percentiles of latency as tables: exact bounds in milliseconds, missing values empty. Pure; for the read API.
import type { TableColumn } from '../files/table.ts';
import type { RouterOutputs } from '../requests/trpc.ts';

type LatencyRow = RouterOutputs['costs']['latency']['rows'][number];
type Percentiles = NonNullable<LatencyRow['duration']>;

/** The kinds of time that a row has percentiles of. */
export const LATENCY_KINDS = ['duration', 'first_token', 'inferred_duration'] as const;
export type LatencyKind = (typeof LATENCY_KINDS)[number];

const OF: Readonly<Record<LatencyKind, (row: LatencyRow) => Percentiles | null>> = {
  duration: (row) => row.duration,
  first_token: (row) => row.firstToken,
  inferred_duration: (row) => row.inferred,
};

const percentile = (kind: LatencyKind, name: 'p50' | 'p95'): TableColumn<LatencyRow>[] => [
  [`${kind}_${name}_from_ms`, (row) => OF[kind](row)?.[name].from],
  [`${kind}_${name}_to_ms`, (row) => OF[kind](row)?.[name].to],
];

/** `name`: what each row stands for; the name of the first column. */
export const latencyColumns = (name: string): readonly TableColumn<LatencyRow>[] => [
  [name, (row) => row.key],
  ['provider', (row) => row.provider],
  ...LATENCY_KINDS.flatMap((kind): TableColumn<LatencyRow>[] => [
    [`${kind}s`, (row) => OF[kind](row)?.count ?? 0],
    ...percentile(kind, 'p50'),
    ...percentile(kind, 'p95'),
  ]),
];

// Sessions as a table for calculations, in full precision.
import type { TableColumn } from '../../lib/files/table.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { COUNT_COLUMNS, TOTAL_COLUMN } from '../trace/trace-table.ts';

type Session = RouterOutputs['sessions']['list']['sessions'][number];

export const SESSION_COLUMNS: readonly TableColumn<Session>[] = [
  ['session', (row) => row.id],
  ['started_at', (row) => row.startedAt],
  ['ended_at', (row) => row.endedAt],
  ['asked', (row) => row.asked],
  ['user', (row) => row.userId],
  ['users', (row) => row.users],
  ['traces', (row) => row.turns],
  ['steps', (row) => row.steps],
  ...COUNT_COLUMNS,
  TOTAL_COLUMN,
];

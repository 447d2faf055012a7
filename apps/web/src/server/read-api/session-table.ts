// Sessions as a table for calculations, in full precision. Columns that traces have, too, have the same names.
import { costStateOf, totalOf } from '../../lib/figures/cost-parts.ts';
import { dollars, type TableColumn } from '../../lib/files/table.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

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
  ['errors', (row) => row.errors],
  ['spans_without_end', (row) => row.open],
  ['model_calls', (row) => row.generations],
  ['model_calls_reporting_thinking', (row) => row.generationsReporting],
  ['model_calls_without_price', (row) => row.generationsUnpriced],
  ['thinking_tokens', (row) => (row.generationsReporting === 0 ? null : row.reasoningTokens)],
  ['total_usd', (row) => (costStateOf(row) === 'amount' ? dollars(totalOf(row.costs)) : null)],
];

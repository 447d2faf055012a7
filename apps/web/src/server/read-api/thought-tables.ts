// Thoughts, hits of the search and settings as rows for programs.
import { dollars, type TableColumn } from '../../lib/files/table.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

export type PlacedThought = RouterOutputs['costs']['topThoughts'][number] & { step: string | null };
type Hit = RouterOutputs['search']['find']['hits'][number];
type Hint = RouterOutputs['costs']['hints'][number];

export const THOUGHT_COLUMNS: readonly TableColumn<PlacedThought>[] = [
  ['trace_id', (row) => row.traceId],
  ['step', (row) => row.step],
  ['span_id', (row) => row.spanId],
  ['call_index', (row) => row.index],
  ['started_at', (row) => row.startedAt],
  ['asked', (row) => row.asked],
  ['agent', (row) => row.agent],
  ['provider', (row) => row.provider],
  ['model', (row) => row.model],
  ['tool', (row) => row.tool],
  ['thinking_state', (row) => row.state],
  // It has a cost, so 0 tokens are none that were reported.
  ['thinking_tokens', (row) => row.tokens || null],
  ['tokens_source', (row) => row.tokensSource],
  ['thinking_usd', (row) => dollars(row.cost)],
  ['preview', (row) => row.preview],
];

export const HIT_COLUMNS: readonly TableColumn<Hit>[] = [
  ['trace_id', (row) => row.traceId],
  ['step', (row) => row.step?.label ?? null],
  ['span_id', (row) => row.spanId],
  ['call_index', (row) => row.index],
  ['started_at', (row) => row.startedAt],
  ['asked', (row) => row.title],
  ['model', (row) => row.model],
  ['tool', (row) => row.tool],
  ['matched', (row) => row.matched.join(' ')],
  ['thought', (row) => row.texts.thought ?? null],
  ['said', (row) => row.texts.said ?? null],
  ['arguments', (row) => row.texts.args ?? null],
  ['result', (row) => row.texts.result ?? null],
  ['answer', (row) => row.texts.answer ?? null],
];

export const SETTING_COLUMNS: readonly TableColumn<Hint>[] = [
  ['setting', (row) => row.title],
  ['change', (row) => row.change],
  ['cost_note', (row) => row.costNote],
  ['caution', (row) => row.caution],
  ['models', (row) => row.models.join(' ')],
  ['thinking_no_text_tokens', (row) => row.tokens],
  // Without a price the money is unknown, and not nothing.
  ['thinking_no_text_usd', (row) => (row.uncovered === 0n ? null : dollars(row.uncovered))],
];

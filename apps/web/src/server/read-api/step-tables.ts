// Steps and calls of a trace as rows for programs, with the beginnings of their texts.
import { reportedStatus } from '../../lib/steps/call-outcome.ts';
import { nano } from '../../lib/steps/sentences.ts';
import type { Call } from '../../lib/steps/joined-call.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { dollars, type TableColumn } from '../../lib/files/table.ts';

/** The beginnings of texts, in one line each; null = there is none. */
export interface StepRow {
  trace: string;
  step: Step;
  thought: string | null;
  said: string | null;
}

export interface CallRow {
  trace: string;
  step: Step;
  call: Call;
  /** As on the page, such as `7b`. */
  label: string;
  given: string | null;
  result: string | null;
}

const money = (cost: number | null | undefined) => (cost == null ? null : dollars(nano(cost)));

export const STEP_COLUMNS: readonly TableColumn<StepRow>[] = [
  ['trace_id', (row) => row.trace],
  ['step', (row) => String(row.step.number)],
  ['level', (row) => row.step.level],
  ['kind', (row) => row.step.kind],
  ['agent', (row) => row.step.agent],
  ['model', (row) => row.step.span?.model],
  ['span_id', (row) => row.step.span?.id],
  ['start_ms', (row) => row.step.start],
  ['thinking_state', (row) => row.step.thought.state],
  ['thinking_tokens', (row) => row.step.thought.tokens],
  ['tokens_source', (row) => row.step.thought.source],
  ['total_usd', (row) => money(row.step.paid?.cost)],
  ['thinking_usd', (row) => money(row.step.paid?.reasoningCost)],
  ['hidden_thinking_usd', (row) => money(row.step.paid?.hiddenCost)],
  ['thought', (row) => row.thought],
  ['said', (row) => row.said],
  ['calls', (row) => row.step.calls.length],
  ['tools', (row) => row.step.calls.map(({ tool }) => tool).join(' ')],
];

export const CALL_COLUMNS: readonly TableColumn<CallRow>[] = [
  ['trace_id', (row) => row.trace],
  ['call', (row) => row.label],
  ['step', (row) => String(row.step.number)],
  ['tool', (row) => row.call.tool],
  ['call_type', (row) => row.call.type],
  ['call_status', (row) => reportedStatus(row.call)],
  ['took_ms', (row) => row.call.duration],
  ['took_source', ({ call }) => (call.duration === null ? null : call.durationInferred ? 'inferred' : 'measured')],
  ['arguments', (row) => row.given],
  ['result', (row) => row.result],
];

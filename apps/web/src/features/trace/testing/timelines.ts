/** Timelines for the tests of this folder: rows with a plain default for what a test does not name. */
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import type { CallRow, SpanRow, TraceRows } from '../../../lib/skeleton.ts';

export const span = (id: string, fields: Partial<SpanRow> = {}): SpanRow => ({
  id,
  parentId: null,
  kind: 'generation',
  name: id,
  start: 0,
  duration: 1000,
  status: 'unset',
  statusMessage: null,
  agent: null,
  model: 'gpt-5.2',
  incomplete: false,
  paused: false,
  state: 'readable',
  inputTokens: 100,
  outputTokens: 1000,
  reasoningTokens: 600,
  reasoningSource: 'reported',
  cost: 1000,
  reasoningCost: 600,
  hiddenCost: 0,
  ...fields,
});

export const call = (spanId: string, index: number, fields: Partial<CallRow> = {}): CallRow => ({
  spanId,
  ownerId: spanId,
  index,
  describedBy: 'generation',
  type: 'function',
  callId: null,
  tool: 'get_order',
  start: 0,
  duration: null,
  status: 'unset',
  incomplete: false,
  state: 'unreported',
  argumentsKey: null,
  reasoningRef: null,
  reasoningTokens: null,
  tokensSource: null,
  reasoningCost: null,
  thoughtCount: 0,
  thoughtCharacters: 0,
  hasPreamble: false,
  otherCharacters: 20,
  ...fields,
});

export const timeline = (rows: TraceRows) => buildSteps(rows);

/**
 * What the web app has to read: one trace of very many spans in a project of its own, and a small one in another
 * project.
 */
import { createWriteBatch, type Sql } from '@subtext/db';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN, type CallRecord, type StorableSpan } from '@subtext/trace';

export const LONG_TRACE = 'b'.repeat(32);
export const SMALL_TRACE = 'c'.repeat(32);
/** A trace of one step, whose model had a very long conversation in context. */
export const LARGE_STEP_TRACE = 'd'.repeat(32);

/** A model call and the tool that it called. */
const SPANS_A_TURN = 2;
const TURNS_A_BATCH = 1_000;

export interface TraceToStore {
  projectId: string;
  traceId: string;
  spans: number;
}

export async function storeTrace(sql: Sql, { projectId, traceId, spans }: TraceToStore): Promise<void> {
  const write = createWriteBatch(sql);
  const began = Date.now() - 3_600_000;
  const turns = Math.ceil(spans / SPANS_A_TURN);
  for (let first = 0; first < turns; first += TURNS_A_BATCH) {
    const numbers = Array.from({ length: Math.min(TURNS_A_BATCH, turns - first) }, (_, at) => first + at);
    await write(numbers.flatMap((turn) => turnOf(turn, began).map((span) => ({ ...span, projectId, traceId }))));
  }
}

/** Stores `LARGE_STEP_TRACE` with a payload of about so many bytes. */
export async function storeLargeStep(sql: Sql, projectId: string, bytes: number): Promise<void> {
  const count = Math.ceil(bytes / WORDS.length);
  const messages = Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', content: `${at} ${WORDS}` }],
  }));
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': JSON.stringify(messages) };
  const [span] = turnOf(0, Date.now() - 60_000);
  const body = JSON.stringify({ name: 'chat', attributes });
  await createWriteBatch(sql)([{ ...span!, projectId, traceId: LARGE_STEP_TRACE, body }]);
}

type OneSpan = Omit<StorableSpan, 'projectId' | 'traceId'>;

/** The id of a span by its position in the trace, from 0. */
export const spanIdAt = (position: number): string => (position + 1).toString(16).padStart(16, '0');

/** So many words that a span is about 1 kB, as recorded ones are without their context. */
const WORDS = 'The order has a status that decides which of the two refunds applies, so it is read first. '.repeat(6);

function turnOf(turn: number, began: number): OneSpan[] {
  const startedAt = new Date(began + turn * 20).toISOString();
  const spanId = (kind: number) => spanIdAt(turn * SPANS_A_TURN + kind);
  const [asked, ran] = callsOf(turn, startedAt);
  const shared = { trace: { ...BLANK_FACTS, endedAt: startedAt, name: 'a run of very many steps' }, price: null };
  const blank = { ...BLANK_SPAN, startedAt, durationNs: 10_000_000, status: 'ok' as const };
  const tokens = { inputTokens: 100, outputTokens: 50, reasoningTokens: 20 };
  const model = { kind: 'generation', name: 'chat', provider: 'openai', requestModel: 'gpt-5.2' } as const;
  const tool = { kind: 'tool', name: `execute_tool ${asked.toolName}`, parentSpanId: spanId(0) } as const;
  const note = { key: 'note', value: { stringValue: `${turn} ${WORDS}` } };
  const body = JSON.stringify({ name: 'span', attributes: [note] });
  return [
    { span: { ...blank, ...tokens, ...model, spanId: spanId(0) }, calls: [asked], ...shared, body },
    { span: { ...blank, ...tool, spanId: spanId(1) }, calls: [ran], ...shared, body },
  ];
}

/** The call as the model asked for it, and as it was executed. */
function callsOf(turn: number, startedAt: string): [CallRecord, CallRecord] {
  const call = { ...BLANK_CALL, callId: `call_${turn}`, toolName: `tool_${turn % 7}`, startedAt };
  const given = JSON.stringify({ order: turn, reason: 'late' });
  const none = { thoughts: [], preamble: null, arguments: null, result: null };
  return [
    {
      ...call,
      thinkingState: 'readable',
      reasoningTokens: 20,
      reasoningTokensSource: 'reported',
      thoughtCount: 1,
      texts: { ...none, thoughts: [`${turn}: ${WORDS}`], arguments: given },
    },
    {
      ...call,
      thinkingState: 'readable',
      describedBy: 'execution',
      texts: { ...none, result: `done ${turn}` },
    },
  ];
}

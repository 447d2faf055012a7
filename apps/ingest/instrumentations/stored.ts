/** Reads what the database has of an agent's run, as the facts of the table in docs/conventions.md. */
import type { Sql } from '@subtext/db';
import { ANSWER, CALLS, MODEL, PREAMBLE, SESSION, THOUGHT, USAGE, type Fact } from './conversation.ts';

export const pick = (facts: Record<Fact, unknown>, names: readonly Fact[]) =>
  Object.fromEntries(names.map((name) => [name, facts[name]]));

interface Stored {
  conventions: string[];
  generations: number;
  tools: number;
  /** Input tokens, including cached ones. */
  input: unknown;
  /** A fact is present only when all of it is. */
  facts: Record<Fact, unknown>;
}

interface CallRow {
  describedBy: string;
  type: string;
  callId: string | null;
  tool: string;
  reasoningRef: string | null;
  thoughts: string[] | null;
  preamble: string | null;
  arguments: string | null;
  result: string | null;
}

/** `service`: null = everything stored, for packages without a setting for the service name. */
export async function storedOf(sql: Sql, service: string | null): Promise<Stored> {
  const ofService = service === null ? sql`true` : sql`t.service = ${service}`;
  const spans = await sql`
    select s.kind, s.convention, s.request_model, s.response_model, s.input_tokens, s.output_tokens, s.reasoning_tokens,
      s.reasoning_source, s.output_preview, t.session_id
    from spans s join traces t using (project_id, trace_id)
    where ${ofService} and s.duplicate_of is null order by s.started_at`;
  const calls = await sql<CallRow[]>`
    select c.described_by as "describedBy", c.type, c.call_id as "callId", c.tool_name as tool, c.reasoning_ref as "reasoningRef",
      x.thoughts, x.preamble, x.arguments, x.result
    from tool_calls c
    join traces t on t.project_id = c.project_id and t.trace_id = c.trace_id
    left join tool_call_texts x on x.project_id = c.project_id and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    where ${ofService} order by c.started_at, c.span_id, c.call_index`;
  const generations = spans.filter(({ kind }) => kind === 'generation');
  const [first, last] = [generations[0], generations.at(-1)];
  return {
    conventions: [...new Set(generations.map(({ convention }) => String(convention)))],
    generations: generations.length,
    tools: spans.filter(({ kind }) => kind === 'tool').length,
    input: plainCount(first?.input_tokens),
    facts: {
      ...factsOfCalls(calls),
      // Where the words of a response came as an event, the rows of the event have them.
      answer: last?.output_preview ?? calls.findLast(({ type }) => type === 'answer')?.arguments,
      'thinking tokens': [first?.output_tokens, first?.reasoning_tokens, first?.reasoning_source].map(plainCount),
      model: first?.request_model ?? first?.response_model,
      session: first?.session_id,
    },
  };
}

/** What was asked, as lists show it. */
export async function questionsOf(sql: Sql, service: string | null): Promise<string[]> {
  const ofService = service === null ? sql`true` : sql`service = ${service}`;
  const traces = await sql<{ asked: string }[]>`select asked from traces where ${ofService} and asked is not null`;
  return [...new Set(traces.map(({ asked }) => asked))];
}

const plainCount = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/** Joins rows as the trace page does: a later request may repeat what the responses lost. */
function factsOfCalls(rows: readonly CallRow[]) {
  const history = rows.filter((row) => row.describedBy === 'history');
  // Each result once, because a request may repeat results of earlier requests.
  const answered = [
    ...new Map(history.filter(({ result }) => result !== null).map((row) => [row.callId, row])).values(),
  ];
  const ran = rows.filter((row) => row.describedBy === 'execution');
  const responses = rows.filter((row) => row.describedBy === 'generation' && row.type === 'function');
  const repeated = history.filter((row) => row.tool !== '' && !responses.some(({ callId }) => callId === row.callId));
  const requested = [...responses.map((row) => withThoughts(row, history)), ...repeated];
  const calls = requested.length > 0 ? requested : ran;
  return {
    thinking: requested.map(({ thoughts, reasoningRef }) => [thoughts ?? [], callIndex(reasoningRef, requested)]),
    preamble: requested[0]?.preamble,
    'call ids': calls.map(({ callId }) => callId),
    arguments: calls.map((row) => [row.tool, parsed(row.arguments)]),
    results: (answered.length > 0 ? answered : ran).map(({ result }) => unwrapped(parsed(result))),
  };
}

/** Takes the thoughts from a later request if the response itself lost them. */
function withThoughts(row: CallRow, history: readonly CallRow[]): CallRow {
  if (row.thoughts !== null || row.reasoningRef !== null) return row;
  const repetition = history.find(({ callId, tool }) => callId === row.callId && tool !== '');
  return repetition ? { ...row, thoughts: repetition.thoughts, reasoningRef: repetition.reasoningRef } : row;
}

/** The index of the call whose thought another call shares. */
const callIndex = (callId: string | null, calls: readonly CallRow[]) =>
  callId === null ? null : calls.findIndex((call) => call.callId === callId);

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The AI SDK wraps a result with the type of its value. */
function unwrapped(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}

export const EXPECTED: Record<Fact, unknown> = {
  thinking: [
    [[THOUGHT], null],
    [[], 0],
  ],
  preamble: PREAMBLE,
  'call ids': CALLS.map(({ id }) => id),
  arguments: CALLS.map(({ name, arguments: given }) => [name, given]),
  results: CALLS.map(({ result }) => result),
  answer: ANSWER,
  'thinking tokens': [USAGE.output, USAGE.reasoning, 'reported'],
  model: MODEL,
  session: SESSION,
};

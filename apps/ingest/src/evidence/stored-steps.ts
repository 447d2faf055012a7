/** Reads a stored trace step by step for the checks, within bounds. */
import { readGeneration } from '@subtext/conventions';
import {
  evidenceGenerations,
  firstGenerations,
  streamTexts,
  TraceBlocks,
  traceCalls,
  traceSpans,
  type EvidenceGenerationRow,
  type Sql,
  type TraceCallRow,
  type TraceGenerationRow,
  type TraceKey,
} from '@subtext/db';
import type { StoredCall, StoredContext, StoredStep } from '@subtext/evidence';
import { agentsOf, type AgentOf } from './agents-of.ts';

/** Model calls of one trace that are looked at, the first ones. */
export const MOST_STEPS = 2_000;
const MOST_CALLS = 20_000;
const MOST_SPANS = 20_000;
/** Characters of requests that are read; the requests behind count as not stored. */
const MOST_CHARACTERS = 192_000_000;
/** Model calls whose texts are read together. */
const STEPS_PER_READ = 20;

interface TraceRows {
  generations: ReadonlyMap<string, TraceGenerationRow>;
  /** Calls that an answer requested, by its span. */
  requested: ReadonlyMap<string, TraceCallRow[]>;
  /** Rows of executions, and of requests that carry a result, by the id of the call. */
  outcomes: ReadonlyMap<string, TraceCallRow[]>;
  agentOf: AgentOf;
  blocks: TraceBlocks;
}

/** In the order of time. */
export async function* storedSteps(sql: Sql, trace: TraceKey): AsyncGenerator<StoredStep, void, undefined> {
  const [rows, generations, calls, spans, blocks] = await Promise.all([
    evidenceGenerations(sql, trace, MOST_STEPS),
    firstGenerations(sql, trace, MOST_STEPS),
    traceCalls(sql, trace, MOST_CALLS),
    traceSpans(sql, trace, MOST_SPANS),
    TraceBlocks.open(sql, trace),
  ]);
  const read: TraceRows = {
    generations: new Map(generations.map((row) => [row.spanId, row])),
    requested: Map.groupBy(
      calls.filter(({ describedBy, spanId, ownerId }) => describedBy === 'generation' && spanId === ownerId),
      ({ spanId }) => spanId,
    ),
    outcomes: Map.groupBy(
      calls.filter(({ describedBy, callId }) => describedBy !== 'generation' && callId !== null),
      ({ callId }) => callId!,
    ),
    agentOf: agentsOf(spans),
    blocks,
  };
  const reader = new ContextReader(read);
  for (let at = 0; at < rows.length; at += STEPS_PER_READ) {
    const some = rows.slice(at, at + STEPS_PER_READ);
    const texts = await textsOf(sql, trace, { rows: some, read });
    for (const row of some) yield stepOf(row, { read, texts, context: await reader.context(row) });
  }
}

class ContextReader {
  readonly #read: TraceRows;
  #characters = 0;

  constructor(read: TraceRows) {
    this.#read = read;
  }

  async context({ spanId }: EvidenceGenerationRow): Promise<StoredContext | null> {
    const row = this.#read.generations.get(spanId);
    if (!row || this.#characters > MOST_CHARACTERS) return null;
    const bodies: string[] = [];
    for (const id of [spanId, ...row.copies]) {
      const body = await this.#read.blocks.body(id);
      if (body !== undefined) bodies.push(body);
    }
    this.#characters += bodies.reduce((sum, { length }) => sum + length, 0);
    return bodies.length === 0 ? null : contextOf(row, bodies);
  }
}

function contextOf(row: TraceGenerationRow, bodies: readonly string[]): StoredContext {
  const { generation, lacks, thinkingBudget } = readGeneration(row, bodies, { input: true });
  const { system = [], messages, toolDefinitions = [] } = generation;
  const hasInstructions = system.length > 0 || messages.some(({ role }) => role === 'system' || role === 'developer');
  // Our SDK reports the whole request. Other senders may leave instructions and tools out.
  const isWhole = row.convention === 'subtext' || (hasInstructions && toolDefinitions.length > 0);
  return {
    ...{ generation, thinkingBudget },
    hasInput: messages.length > 0,
    isIncomplete: lacks.some(({ what }) => what !== 'output'),
    lacksInstructions: !isWhole,
    hasOutput: generation.output.length > 0,
  };
}

interface Texts {
  thoughts: string[];
  preamble: string | null;
  arguments: string | null;
  result: string | null;
}
type TextsByCall = ReadonlyMap<string, Texts>;

const keyOf = ({ spanId, index }: { spanId: string; index: number }): string => `${spanId}:${index}`;

async function textsOf(
  sql: Sql,
  trace: TraceKey,
  { rows, read }: { rows: readonly EvidenceGenerationRow[]; read: TraceRows },
): Promise<TextsByCall> {
  const requested = rows.flatMap(({ spanId }) => read.requested.get(spanId) ?? []);
  const outcomes = requested.flatMap((call) => outcomesOf(call, read));
  const texts = new Map<string, Texts>();
  const keys = [...requested, ...outcomes].map(({ spanId, index }) => ({ spanId, index }));
  for await (const some of streamTexts(sql, trace, { keys, blocks: read.blocks }))
    for (const each of some) texts.set(keyOf(each), each);
  return texts;
}

/** The rows that may have the result: a call that was executed again and again has many. */
const MOST_OUTCOMES = 3;
const outcomesOf = ({ callId }: TraceCallRow, { outcomes }: TraceRows): TraceCallRow[] =>
  callId === null ? [] : (outcomes.get(callId) ?? []).slice(0, MOST_OUTCOMES);

interface StepParts {
  read: TraceRows;
  texts: TextsByCall;
  context: StoredContext | null;
}

function stepOf(row: EvidenceGenerationRow, { read, texts, context }: StepParts): StoredStep {
  const { spanId, day, model, agent, isOpen, status, finishReason, effort, state } = row;
  return {
    ...{ spanId, day, model, isOpen, finishReason, effort, state, context },
    agent: read.agentOf(spanId) ?? agent ?? '',
    hasFailed: status === 'error',
    tokens: {
      input: row.inputTokens,
      cacheRead: row.cacheReadTokens,
      cacheWrite: row.cacheWriteTokens,
      output: row.outputTokens,
      thinking: row.reasoningTokens,
    },
    dollars: dollarsOf(row.cost),
    rates: ratesOf(row),
    calls: (read.requested.get(spanId) ?? [])
      .toSorted((one, other) => one.index - other.index)
      .map((call) => callOf(call, { texts, outcomes: outcomesOf(call, read) })),
  };
}

const NANO = 1e9;
const dollarsOf = (nano: number | null): number | null => (nano === null ? null : nano / NANO);

/** Thinking is billed as output, unless it has a price of its own. */
function ratesOf({ inputRate, cacheReadRate, cacheWriteRate, outputRate, reasoningRate }: EvidenceGenerationRow) {
  if (inputRate === null) return null;
  return {
    input: dollarsOf(inputRate),
    cacheRead: dollarsOf(cacheReadRate ?? inputRate),
    cacheWrite: dollarsOf(cacheWriteRate ?? inputRate),
    output: dollarsOf(reasoningRate ?? outputRate),
  };
}

interface CallParts {
  texts: TextsByCall;
  outcomes: readonly TraceCallRow[];
}

const TYPES: ReadonlySet<string> = new Set<StoredCall['type']>(['function', 'server', 'mcp', 'answer', 'trailing']);

function callOf(row: TraceCallRow, { texts, outcomes }: CallParts): StoredCall {
  const own = texts.get(keyOf(row));
  const results = [...outcomes, row].map((each) => texts.get(keyOf(each))?.result ?? null);
  return {
    index: row.index,
    callId: row.callId,
    tool: row.tool,
    type: TYPES.has(row.type) ? (row.type as StoredCall['type']) : 'function',
    arguments: own?.arguments ?? null,
    result: results.find((result) => result !== null) ?? null,
    status: statusOf([...outcomes, row].map(({ status }) => status)),
    thoughts: own?.thoughts ?? [],
    preamble: own?.preamble ?? null,
    isSummary: row.state === 'summary',
    hidden: hiddenOf(row),
    thinkingTokens: row.reasoningTokens,
    isEstimated: row.tokensSource === 'estimated',
  };
}

/** A known failure wins over all. */
function statusOf(statuses: readonly string[]): StoredCall['status'] {
  for (const status of ['error', 'ok', 'unknown', 'no_result'] as const) if (statuses.includes(status)) return status;
  return 'unknown';
}

function hiddenOf({ state }: TraceCallRow): StoredCall['hidden'] {
  return state === 'redacted' || state === 'encrypted' || state === 'withheld' ? state : null;
}

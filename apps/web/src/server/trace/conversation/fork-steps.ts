/**
 * The recorded model calls of a trace up to a step, with which a fork of the run is answered: a page at a time, in order
 * of time, each with its answer, the digests of its request, and the results of its calls. A chat that has a trace for
 * each turn begins with its earlier turns, because the program is asked them first.
 */
import { openPayload, readGeneration, type Lack, type ReadGeneration } from '@subtext/conventions';
import {
  earlierTurns,
  traceGenerations,
  tracePayloads,
  traceResults,
  type Sql,
  type TraceGenerationRow,
  type TraceKey,
} from '@subtext/db';
import { spansOf } from '@subtext/generations';
import {
  canWriteAnswer,
  decodeUsage,
  encodeOutput,
  GEN_AI,
  GENERAL,
  requestMarks,
  type Part,
  type RecordedResult,
  type RecordedStep,
  type RequestMarks,
} from '@subtext/reasoning';

/** A run with more model calls is not forked: its requests together are too long to be compared. */
const MOST_STEPS = 2_000;
const PAGE_STEPS = 50;
/** A page ends after the step that reaches this size. */
const PAGE_CHARACTERS = 4_000_000;

export interface ForkPage {
  steps: RecordedStep[];
  /** The number of recorded model calls up to the step. */
  total: number;
  /** Where the next page begins; null on the last one. */
  next: number | null;
}

/** undefined: the span is no model call of this trace. */
export async function forkSteps(
  sql: Sql,
  key: TraceKey,
  { spanId, from }: { spanId: string; from: number },
): Promise<ForkPage | 'too long' | undefined> {
  const own = await modelCalls(sql, key, spanId);
  if (own.length === 0) return undefined;
  if (own.length > MOST_STEPS) return 'too long';
  const calls = [...(await earlierCalls(sql, own[0]!)), ...own];
  if (calls.length > MOST_STEPS) return 'too long';
  const steps: RecordedStep[] = [];
  let characters = 0;
  let at = from;
  for (; at < calls.length && at < from + PAGE_STEPS && characters < PAGE_CHARACTERS; at += 1) {
    const step = await readStep(sql, calls[at]!);
    if (!step) continue;
    characters += step.output.length + step.results.reduce((sum, { result }) => sum + result.length, 0);
    steps.push(step);
  }
  return { steps, total: calls.length, next: at < calls.length ? at : null };
}

interface StoredCall {
  key: TraceKey;
  row: TraceGenerationRow;
}

async function modelCalls(sql: Sql, key: TraceKey, spanId: string): Promise<StoredCall[]> {
  const rows = await traceGenerations(sql, key, { spanId, limit: MOST_STEPS + 1 });
  return rows.map((row) => ({ key, row }));
}

const MOST_TURNS = 50;

/** Those of the turns before it, in the same session: their last request is how the first one here begins. */
async function earlierCalls(sql: Sql, first: StoredCall): Promise<StoredCall[]> {
  const marks = marksOf((await readStored(sql, first)).read);
  if (!marks || marks.messages.length < 3) return [];
  const calls: StoredCall[] = [];
  for (const { spanId, ...key } of await earlierTurns(sql, first.key, MOST_TURNS)) {
    const turn = await modelCalls(sql, key, spanId);
    const last = turn.at(-1);
    if (last && isBeginning(marksOf((await readStored(sql, last)).read), marks)) calls.push(...turn);
  }
  return calls;
}

const isBeginning = (earlier: RequestMarks | null, { messages }: RequestMarks): boolean =>
  earlier !== null &&
  earlier.messages.length < messages.length &&
  earlier.messages.every((mark, index) => mark === messages[index]);

async function readStored(sql: Sql, { key, row }: StoredCall): Promise<{ read: ReadGeneration; own: string[] }> {
  const ids = spansOf(row);
  const bodies = await tracePayloads(sql, key, ids);
  const own = ids.flatMap((id) => bodies.get(id) ?? []);
  return { read: readGeneration(row, own, { input: true }), own };
}

/** undefined: a failed attempt that has no answer. The agent has tried again, and the answer to that is given. */
async function readStep(sql: Sql, call: StoredCall): Promise<RecordedStep | undefined> {
  const { key, row } = call;
  const { read, own } = await readStored(sql, call);
  const attribute = (name: string) => (own[0] === undefined ? undefined : openPayload(own[0])?.read(name));
  const { origin, output, responseId } = read.generation;
  if (output.length === 0 && attribute(GENERAL.errorType) !== undefined) return undefined;
  const finishReasons = attribute(GEN_AI.finishReasons);
  const finishReason: unknown = Array.isArray(finishReasons) ? finishReasons[0] : undefined;
  return {
    span_id: row.spanId,
    api: origin.api,
    provider: origin.provider ?? null,
    model: origin.model ?? null,
    response_id: responseId ?? null,
    response_model: row.responseModel,
    finish_reason: typeof finishReason === 'string' ? finishReason : null,
    usage: decodeUsage(attribute) ?? null,
    output: encodeOutput(output),
    request: marksOf(read),
    results: await resultsOf(sql, key, { spanId: row.spanId, output }),
    missing: missingOf(read),
  };
}

function marksOf({ generation, lacks }: ReadGeneration): RecordedStep['request'] {
  const { messages, system, toolDefinitions, origin } = generation;
  if (lacks.some(({ attribute }) => attribute !== GEN_AI.outputMessages)) return null;
  return requestMarks({
    messages,
    system: system ?? [],
    toolDefinitions: toolDefinitions ?? [],
    ...(origin.model !== undefined && { model: origin.model }),
  });
}

function missingOf({ generation: { origin }, lacks }: ReadGeneration): string[] {
  const unwritable = canWriteAnswer(origin.api) ? [] : [`answers in the format ${origin.api} cannot be given again`];
  return [...unwritable, ...lacks.filter(isOfAnswer).map(sentence)];
}

/** A capture level names the kind: `reasoning=none`. */
const isOfAnswer = ({ what, attribute = '' }: Lack): boolean =>
  what === 'payload' || attribute === GEN_AI.outputMessages || /^(?:reasoning|text|arguments|all)=/.test(attribute);

function sentence({ what, attribute }: Lack): string {
  if (what === 'payload') return 'the call is stored without its contents';
  if (what === 'output') return 'the answer was not recorded';
  return what === 'cut' ? 'the answer was cut to fit' : `a part of the answer was withheld (${attribute})`;
}

async function resultsOf(
  sql: Sql,
  key: TraceKey,
  { spanId, output }: { spanId: string; output: readonly Part[] },
): Promise<RecordedResult[]> {
  const calls = output.filter((part) => part.kind === 'tool_call' && part.type === 'function');
  if (calls.length === 0) return [];
  const names = new Map(calls.map((call) => (call.kind === 'tool_call' ? [call.id, call.name] : ['', ''])));
  const found = await traceResults(sql, key, { callIds: [...names.keys()], spanId });
  return found.map(({ callId, result, failed }) => ({
    call_id: callId,
    name: names.get(callId) ?? '',
    result,
    failed,
  }));
}

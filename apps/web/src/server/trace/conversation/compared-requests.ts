/**
 * What the models of a trace were given, for the comparison of two runs: the system prompt, the input and the tools that
 * were offered, as digests of each model call, and as texts of one.
 */
import {
  firstGenerations,
  jsonDigest,
  textDigest,
  TraceBlocks,
  traceGenerations,
  type Sql,
  type TraceGenerationRow,
  type TraceKey,
} from '@subtext/db';
import { readGeneration, type ReadGeneration } from '@subtext/conventions';
import { readOne, spansOf } from '@subtext/generations';
import { heldTexts, type Message, type Part } from '@subtext/reasoning';
import { jsonOf } from './part-text.ts';

/** null = not captured; `''` = it was captured that there was none. */
export interface RequestTexts {
  system: string | null;
  /** The last message of the user. */
  input: string | null;
  /** JSON of the definitions, in their order. */
  tools: string | null;
}

export interface ComparedRequests {
  /** `tools` etc. are digests; `''` = none. */
  requests: (RequestTexts & { spanId: string })[];
  /** The trace has more model calls: those after the last one of `requests` were not read. */
  isCut: boolean;
}

/** Requests are the largest payloads, because each repeats the conversation so far. */
const MAX_REQUESTS = 5_000;
const MAX_CHARACTERS = 64_000_000;

export async function comparedRequests(sql: Sql, key: TraceKey): Promise<ComparedRequests> {
  const rows = await firstGenerations(sql, key, MAX_REQUESTS + 1);
  const blocks = await TraceBlocks.open(sql, key);
  const requests: ComparedRequests['requests'] = [];
  let characters = 0;
  for (const row of rows) {
    if (requests.length >= MAX_REQUESTS || characters > MAX_CHARACTERS) return { requests, isCut: true };
    const bodies: string[] = [];
    for (const id of spansOf(row)) {
      const body = await blocks.body(id);
      if (body !== undefined) bodies.push(body);
    }
    characters += bodies.reduce((sum, { length }) => sum + length, 0);
    requests.push({ spanId: row.spanId, ...digestsOf(textsIn(row, bodies)) });
  }
  return { requests, isCut: false };
}

/** undefined: the span is no model call with messages. */
export async function requestTexts(sql: Sql, key: TraceKey, spanId: string): Promise<RequestTexts | undefined> {
  const [row] = await traceGenerations(sql, key, { spanId, limit: 1 });
  return row && textsOf(row, await readOne(sql, key, row));
}

const textsIn = (row: TraceGenerationRow, bodies: readonly string[]): RequestTexts =>
  textsOf(row, readGeneration(row, bodies, { input: true }));

function textsOf({ convention }: TraceGenerationRow, { generation, lacks }: ReadGeneration): RequestTexts {
  const { system = [], messages, toolDefinitions = [] } = generation;
  // Our SDK reports the whole request, so what is missing in it was not there. Other senders may leave it out.
  const isWhole = convention === 'subtext' && messages.length > 0 && lacks.every(({ what }) => what === 'output');
  const nothing = isWhole ? '' : null;
  const instructions = [...system, ...messages.filter(isInstruction).map(textOf)].filter(Boolean).join('\n\n');
  return {
    system: instructions || nothing,
    input:
      messages
        .filter(({ role }) => role === 'user')
        .map(textOf)
        .findLast(Boolean) ?? null,
    tools: toolDefinitions.length > 0 ? jsonOf(toolDefinitions) : nothing,
  };
}

const isInstruction = ({ role }: Message): boolean => role === 'system' || role === 'developer';

const textOf = ({ parts }: Message): string =>
  parts
    .filter((part): part is Part & { kind: 'text' } => part.kind === 'text')
    .map(({ text }) => text)
    .join('\n\n');

const digestsOf = ({ system, input, tools }: RequestTexts): RequestTexts => ({
  system: ofText(system),
  input: ofText(input),
  tools: tools && jsonDigest(tools),
});

/** A text of which only the length is kept may be equal to another one, or not. */
const ofText = (text: string | null): string | null =>
  text && (heldTexts(text)?.some(({ digest }) => digest === undefined) ? null : textDigest(text));

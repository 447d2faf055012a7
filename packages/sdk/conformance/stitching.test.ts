/**
 * Recorded conversations of real providers with several turns: each conversation is one trace, and each result belongs
 * to its call. The expected conversations are read from the recorded requests independently of the SDK's readers.
 * Skipped without recordings.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRecordings, type ExpectedCall, type Recording } from './recording.ts';
import { replay } from './replay.ts';
import { startReplayServer, type ReplayServer } from '../src/testing/replay-server.ts';
import { collectSpans, named } from '../src/testing/spans.ts';

const FOLDER = process.env.SUBTEXT_RECORDINGS ?? join(import.meta.dirname, '../../../../shared/recordings');
const recordings = existsSync(FOLDER)
  ? loadRecordings(FOLDER).filter(
      ({ tags, turns }) => tags.includes('multi_turn') && turns.every(({ request }) => request),
    )
  : [];

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterAll(() => server.close());

it.skipIf(recordings.length === 0)(`the recorded conversations are in ${FOLDER}`, () => {
  expect(recordings.length).toBeGreaterThan(0);
});

describe.each(recordings)('$provider/$id ($api)', (recording) => {
  it('has one trace for each of its conversations, and every result on its call', async () => {
    server.reset();
    await spans.clear();
    await replay(server, recording);
    const all = await spans.all();
    const generations = named(all, 'chat');
    expect(generations).toHaveLength(recording.turns.length);
    const traces = generations.map((span) => span.spanContext().traceId);
    const first = (index: number) => traces.indexOf(traces[index] ?? '');
    expect(traces.map((_, index) => first(index))).toEqual(conversations(recording));
    expect(all.filter((span) => !traces.includes(span.spanContext().traceId))).toEqual([]);
    const missing = given(recording).filter((gift) => !all.some((span) => isOf(span, gift)));
    expect(missing).toEqual([]);
    const answered = named(all, 'execute_tool').filter((span) => 'gen_ai.tool.call.result' in span.attributes);
    const clientCalls = answered.filter((span) => span.attributes['subtext.tool.type'] === 'function');
    expect(clientCalls).toHaveLength(given(recording).length);
  });
});

/** For each turn, the index of the first turn of its conversation: that of the calls it repeats. */
function conversations({ turns, expected }: Recording): number[] {
  const found: number[] = [];
  for (const [index, { request }] of turns.entries()) {
    const text = JSON.stringify(request?.body);
    const isRepeated = (call: ExpectedCall) =>
      (call.tool_call_id !== null && text.includes(JSON.stringify(call.tool_call_id))) ||
      repeatsOf(call, request?.body).length > 0;
    const earlier = [...found.keys()].findLast((turn) => expected.turns[turn]?.tool_calls.some(isRepeated));
    found.push(earlier === undefined ? index : (found[earlier] ?? index));
  }
  return found;
}

/**
 * Clients create ids where the provider has none, and drop the provider's ids: then name and arguments identify a call.
 */
function repeatsOf({ tool_name: name, arguments: given }: ExpectedCall, body: unknown): Json[] {
  return objectsIn(body).filter((object) => {
    const call = (object.function ?? object) as Json;
    const source = call.args ?? call.arguments ?? call.input;
    const parsed: unknown = typeof source === 'string' ? JSON.parse(source || '{}') : source;
    return call.name === name && parsed !== undefined && isDeepStrictEqual(parsed, given);
  });
}

interface Gift {
  /** The turn that requested the call. */
  turn: number;
  tool: string;
  id: string | null;
  arguments: unknown;
  /** All texts and numbers of the result in the request. */
  leaves: string[];
}

/** The results of earlier turns' tools in the requests. */
function given({ turns, expected }: Recording): Gift[] {
  return expected.turns.flatMap((asked, turn) => {
    const answered = new Set<object>();
    return asked.tool_calls.flatMap((call): Gift[] => {
      const { tool_call_id: id, tool_name: tool } = call;
      for (const { request } of turns.slice(turn + 1)) {
        const ids = [id, ...repeatsOf(call, request?.body).flatMap((repeat) => [repeat.call_id, repeat.id])];
        const results = objectsIn(request?.body).filter((object) => !answered.has(object));
        const result =
          results.find((object) => ids.some((known) => typeof known === 'string' && isResult(object, known))) ??
          results.find((object) => isResultOf(object, tool));
        if (!result) continue;
        answered.add(result);
        const leaves = leavesOf(result.content ?? result.output ?? result.response);
        return [{ turn, tool, id, arguments: call.arguments, leaves }];
      }
      return [];
    });
  });
}

type Json = Record<string, unknown>;

function objectsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Json, ...inner];
}

function isResult(object: Json, id: string): boolean {
  if (object.toolUseId === id) return 'content' in object;
  if (object.tool_call_id === id || object.tool_use_id === id) {
    return object.type === undefined || object.type === 'tool_result';
  }
  const isOutput = typeof object.type === 'string' && /^(?:function|custom_tool)_call_output$/.test(object.type);
  return (isOutput && object.call_id === id) || (object.response !== undefined && object.id === id);
}

function isResultOf(object: Json, tool: string): boolean {
  return (
    (object.response !== undefined && object.name === tool) || (object.role === 'tool' && object.tool_name === tool)
  );
}

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  // The types of content blocks are not content.
  return Object.entries(value).flatMap(([key, item]) => (key === 'type' ? [] : leavesOf(item)));
}

function isOf(span: ReadableSpan, gift: Gift): boolean {
  const { attributes } = span;
  if (attributes['gen_ai.tool.name'] !== gift.tool) return false;
  if (gift.id !== null && attributes['gen_ai.tool.call.id'] !== gift.id) return false;
  if (attributes['gen_ai.tool.call.arguments'] !== JSON.stringify(gift.arguments)) return false;
  const result = String(attributes['gen_ai.tool.call.result']);
  return gift.leaves.every((leaf) => result.includes(JSON.stringify(leaf).slice(1, -1)));
}

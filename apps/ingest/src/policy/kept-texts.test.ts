/** The stored form of texts that a project hashes or limits, sent through the real endpoint. */
import { allTexts } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES, SEMCONV_C } from '@subtext/conventions/testing';
import { everythingStored, holds } from '../testing/everything-stored.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { bytesOf, planted, projectOn, word } from '../testing/planted.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const projectWith = (rules: object) => projectOn(server, rules);

describe('texts that are hashed', () => {
  const ALL = { reasoning: 'hash', text: 'hash', arguments: 'hash', results: 'hash' };
  const MARK = /^\[hashed: [0-9a-f]{32}, (\d+) characters\]$/;
  const textsOf = (projectId: string) => server.database.sql`
    SELECT thoughts, preamble, arguments, result FROM tool_call_texts WHERE project_id = ${projectId}`;

  it.each(FIXTURES)('of $title leave nothing readable, and are the same when they come again', async (fixture) => {
    const secret = word();
    const { projectId, send } = await projectWith({ capture: ALL });
    const everywhere = { reasoning: secret, text: secret, arguments: secret, results: secret };
    for (let times = 0; times < 2; times++) expect(await send(bytesOf(planted(fixture, everywhere)))).toBe(200);
    expect(holds(await everythingStored(server.database.sql), secret)).toBe(false);
    const texts = (await textsOf(projectId)).flatMap((row) => Object.values(row).flat() as (string | null)[]);
    const times = Map.groupBy(
      texts.filter((text) => text !== null),
      (text) => text,
    );
    expect(times.size).toBeGreaterThan(0);
    for (const [text, found] of times) {
      expect(text).toMatch(MARK);
      expect(found.length % 2).toBe(0);
    }
  });

  it('say how long the whole was, also of questions and errors that a list shows only the beginning of', async () => {
    const { projectId, send } = await projectWith({ capture: ALL });
    const text = `${word()} ${'x'.repeat(987)}`;
    const messages = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }]);
    const attributes = [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.input.messages', value: { stringValue: messages } },
      { key: 'gen_ai.output.messages', value: { stringValue: messages.replace('user', 'assistant') } },
    ];
    expect(await send(jsonRequest([jsonSpan({ attributes, status: { code: 2, message: text } })]))).toBe(200);
    const { sql } = server.database;
    const spans =
      await sql`SELECT status_message, input_preview, output_preview FROM spans WHERE project_id = ${projectId}`;
    const traces = await sql`SELECT asked FROM traces WHERE project_id = ${projectId}`;
    const shown = [...spans, ...traces]
      .flatMap((row) => Object.values(row))
      .filter((one) => one !== null && one !== '');
    expect(new Set(shown.map((one) => MARK.exec(one as string)?.[1]))).toEqual(new Set([String(text.length)]));
    expect(new Set(shown).size).toBe(1);
    expect(holds(await everythingStored(sql), text.slice(0, 14))).toBe(false);
  });

  it('have other digests in another project', async () => {
    const digests = await Promise.all(
      ['b', 'c'].map(async (digit) => {
        const { projectId, send } = await projectWith({ capture: ALL, hashKey: digit.repeat(64) });
        await send(bytesOf(SEMCONV_C));
        return (await textsOf(projectId)).flatMap((row) => (row.arguments as string | null) ?? []);
      }),
    );
    expect(digests[0]!.length).toBe(digests[1]!.length);
    expect(digests[0]!.filter((digest) => digests[1]!.includes(digest))).toEqual([]);
  });
});

describe('limits of a project', () => {
  it('cut each text to that of its kind, with a mark, in the rows and in the raw span', async () => {
    const { projectId, send } = await projectWith({ limits: { reasoning: 200, results: 300 } });
    const text = 'y'.repeat(1000);
    const secrets = { reasoning: text, text: '', arguments: text, results: text };
    expect(await send(bytesOf(planted(SEMCONV_C, secrets)))).toBe(200);
    const { sql } = server.database;
    const calls = await sql<{ traceId: string; spanId: string; index: number }[]>`
      SELECT encode(trace_id, 'hex') AS "traceId", encode(span_id, 'hex') AS "spanId", call_index AS index
      FROM tool_calls WHERE project_id = ${projectId}`;
    const ofTraces = [...Map.groupBy(calls, ({ traceId }) => traceId)];
    const rows = (
      await Promise.all(ofTraces.map(([traceId, keys]) => allTexts(sql, { projectId, traceId }, keys)))
    ).flat();
    const of = (kind: 'thoughts' | 'arguments' | 'result') => rows.flatMap((row) => row[kind] ?? []);
    expect(of('thoughts')).toContainEqual(expect.stringMatching(/y\n… \[cut: 200 of \d{4} characters kept\]$/));
    expect(of('result')).toContainEqual(expect.stringMatching(/y\n… \[cut: 300 of \d{4} characters kept\]$/));
    expect(of('arguments')).toContainEqual(expect.stringContaining(text));
    expect(await everythingStored(sql)).toContain('"masking.cut":[');
  });
});

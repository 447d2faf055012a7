// Facts of media are listed, and bytes given one by one, from payloads in a real database.
import { ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { encodeMessages, encodeOutput, type Media, type Part } from '@subtext/reasoning';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelContext } from './model-context.ts';
import { answerMedia, mediaBytes, type MediaAddress } from './shown-media.ts';
import { insertRun, SPANS } from '../testing/run.ts';

const GIF = 'R0lGODlhKAAYAIAAAExpcRR4biH5BAUAAAAALAAAAAAoABgAAAIdjI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuKxUAOw==';
const image: Media = { kind: 'image', mimeType: 'image/gif', bytes: 70, width: 40, height: 24, data: GIF };
const { data: _data, ...facts } = image;
const other = (media: Media): Part => ({ kind: 'other', providerType: 'image_url', media });

let database: TestDatabase;
const key = { projectId: '', traceId: 'ab'.repeat(16) };

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  key.projectId = (await ensureProject(sql, { slug: 'media', name: 'Media' })).id;
  await insertRun(sql, key);
  const request: Part[] = [
    { kind: 'text', key: '0', text: 'What is this?' },
    other(image),
    other({ kind: 'image', url: 'https://example.com/cat.png' }),
    // A sender may declare what it likes.
    other({ kind: 'image', mimeType: 'image/png', data: btoa('<svg onload="alert(1)"/>') }),
    { kind: 'tool_result', callId: 'c', result: [{ type: 'image', data: GIF, mimeType: 'image/gif' }] },
    ...Array.from({ length: 50 }, () => other(image)),
  ];
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': encodeMessages([{ role: 'user', parts: request }]),
    'gen_ai.output.messages': encodeOutput([{ kind: 'text', key: '0', text: 'Drawn.' }, other(image)]),
  };
  const body = JSON.stringify({ spanId: SPANS.first, name: 'chat', attributes, events: [] });
  await sql`
    update payloads set bodies = ${Buffer.from(body)}
    where project_id = ${key.projectId} and span_id = decode(${SPANS.first}, 'hex')`;
});
afterAll(() => database.drop());

const at = (part: number, more: Partial<MediaAddress> = {}) =>
  mediaBytes(database.sql, key, { spanId: SPANS.first, from: 'request', index: 0, part, item: 0, ...more });

it('facts are listed without the bytes, however many images there are', async () => {
  const seen = await modelContext(database.sql, key, { spanId: SPANS.first, offset: 0 });
  expect(seen?.messages[0]?.parts.slice(0, 5).map(({ media }) => media)).toEqual([
    [],
    [{ ...facts, isKept: true }],
    [{ kind: 'image', url: 'https://example.com/cat.png', isKept: false }],
    [{ kind: 'image', mimeType: 'image/png', bytes: 24, omitted: 'type', isKept: false }],
    [{ ...facts, isKept: true }],
  ]);
  // The preview of a result is the beginning of its text, as ever.
  const previewed = { preview: expect.stringContaining(GIF.slice(0, 40)) };
  const withData = seen?.messages[0]?.parts.filter((part) => JSON.stringify(part).includes(GIF.slice(0, 40)));
  expect(withData).toEqual([expect.objectContaining({ kind: 'tool_result', ...previewed })]);
  expect(JSON.stringify(seen).length).toBeLessThan(10_000);
});

it('bytes are given one by one, of what may be shown', async () => {
  const bytes = { mimeType: 'image/gif', data: GIF };
  expect(await at(1)).toEqual(bytes);
  expect(await at(4)).toEqual(bytes);
  expect(await at(1, { from: 'answer' })).toEqual(bytes);
  for (const part of [0, 2, 3, 999]) expect(await at(part)).toBeNull();
  expect(await at(1, { item: 1 })).toBeNull();
  expect(await at(1, { index: 7 })).toBeNull();
});

it('the answer names what the model drew', async () => {
  expect(await answerMedia(database.sql, key, { spanId: SPANS.first })).toEqual([
    { part: 1, media: [{ ...facts, isKept: true }] },
  ]);
  expect(await answerMedia(database.sql, key, { spanId: SPANS.second })).toEqual([]);
});

it('nothing is given to another project', async () => {
  const foreign = { ...key, projectId: '00000000-0000-4000-8000-00000000000f' };
  const address = { spanId: SPANS.first, from: 'request', index: 0, part: 1, item: 0 } as const;
  expect(await mediaBytes(database.sql, foreign, address)).toBeNull();
  expect(await answerMedia(database.sql, foreign, { spanId: SPANS.first })).toEqual([]);
});

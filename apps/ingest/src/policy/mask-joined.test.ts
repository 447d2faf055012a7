/**
 * Secrets that stand in pieces, as recorded streams have them, sent through the real endpoint to a project that masks
 * them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingStored, holds } from '../testing/everything-stored.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { jsonLog, jsonLogs, keyValues } from '../testing/otlp-logs.ts';
import { projectOn, word } from '../testing/planted.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const chunk = (content: string) => ({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] });
const candidate = (text: string) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] });
const choice = (content: string) => ({
  name: 'gen_ai.choice',
  timeUnixNano: '1790000000000000000',
  attributes: keyValues({ index: 0, message: JSON.stringify({ role: 'assistant', content }) }),
});
const llm = { 'openinference.span.kind': 'LLM', 'llm.model_name': 'm' };
const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };

interface Recorded {
  attributes: object;
  events?: object[];
}

/** How the pieces of one answer are recorded. */
const RECORDED: [string, (pieces: string[]) => Recorded][] = [
  [
    'the chunks of Chat Completions',
    (pieces) => ({ attributes: { ...llm, 'output.value': JSON.stringify(pieces.map(chunk)) } }),
  ],
  [
    'the chunks of Gemini',
    (pieces) => ({
      attributes: {
        'langfuse.observation.type': 'generation',
        'langfuse.observation.output': JSON.stringify(pieces.map(candidate)),
      },
    }),
  ],
  ['an event for each piece', (pieces) => ({ attributes: chat, events: pieces.map(choice) })],
];

/** A secret that is none before it is whole, and its halves. */
function halved() {
  const [name, host] = [word(), word()];
  return {
    secret: `${name}@${host}.example`,
    pieces: [`Write to ${name}@${host.slice(0, 6)}`, `${host.slice(6)}.example.`],
  };
}

describe('a secret in pieces', () => {
  it.each(RECORDED)('is masked where it is whole, and kept in no pieces: %s', async (_how, record) => {
    const { secret, pieces } = halved();
    const { send, projectId } = await projectOn(server, { mask: { entities: ['e-mail'] } });
    const { attributes, ...events } = record(pieces);
    expect(await send(jsonRequest([jsonSpan({ attributes: keyValues(attributes), ...events })]))).toBe(200);
    const { sql } = server.database;
    const stored = await everythingStored(sql);
    for (const text of [secret, ...pieces]) expect(holds(stored, text)).toBe(false);
    const rows = await sql`
      SELECT t.arguments, c.arguments_preview, s.output_preview FROM spans s
      JOIN tool_calls c USING (project_id, trace_id) JOIN tool_call_texts t USING (project_id, trace_id)
      WHERE s.project_id = ${projectId}`;
    const reported = 'Write to [masked: e-mail].';
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { arguments: reported, arguments_preview: reported, output_preview: reported },
    ]);
    expect(stored).toContain('because: a masked text spans several pieces');
  });

  it('is masked in a log record, too: Gemini CLI reports its streams this way', async () => {
    const { secret, pieces } = halved();
    const { send } = await projectOn(server, { mask: { entities: ['e-mail'] } });
    const record = jsonLog({
      eventName: 'gemini_cli.api_response',
      attributes: {
        ...{ 'session.id': word(), prompt_id: word(), model: 'gemini-3-pro', output_token_count: 32 },
        response_text: JSON.stringify(pieces.map(candidate)),
      },
    });
    expect(await send(jsonLogs([record]), '/v1/logs')).toBe(200);
    const stored = await everythingStored(server.database.sql);
    for (const text of [secret, ...pieces]) expect(holds(stored, text)).toBe(false);
  });
});

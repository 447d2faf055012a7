/** `score()` of the SDK, from an application in a process of its own to the scores of its trace. */
import { readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const APP = join(ROOT, 'packages/sdk/src/testing/scoring-app.ts');

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

/** Resolves to what it wrote: nothing, unless the SDK reports something. */
function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [APP], { env: { PATH: process.env.PATH ?? '', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
}

test('the scores of an application are stored with its trace, before its process ends', async () => {
  expect(await run({ SUBTEXT_URL: server.url, SUBTEXT_API_KEY: server.key })).toEqual({ code: 0, output: '' });
  const scores = await server.database.sql`
    SELECT target, name, number, label, thumbs, comment, source,
      (SELECT spans.name FROM spans WHERE spans.span_id = scores.span_id) AS span,
      (SELECT count(*)::int FROM traces WHERE traces.trace_id = scores.trace_id) AS traces
    FROM scores ORDER BY name`;
  const score = { number: null, label: null, thumbs: null, comment: null, source: 'sdk', span: null, traces: 1 };
  expect(scores.map((row) => ({ ...row }))).toEqual([
    { ...score, target: 'trace', name: 'helpful', thumbs: true },
    {
      ...{ ...score, target: 'step', name: 'relevant', number: 0.4, comment: 'Two of five results fit.' },
      span: 'execute_tool search',
    },
    { ...score, target: 'trace', name: 'tone', label: 'friendly' },
  ]);
});

test('an application whose receiver is away ends as ever, and says once which scores were not sent', async () => {
  const { code, output } = await run({ SUBTEXT_URL: 'http://127.0.0.1:9', SUBTEXT_API_KEY: 'sbtx_live_unknown' });
  expect(code).toBe(0);
  expect(output.match(/3 scores/g)).toHaveLength(1);
});

test('an application that switches OpenTelemetry off sends no score', async () => {
  const count = async () => (await server.database.sql`SELECT FROM scores`).length;
  const before = await count();
  const env = { SUBTEXT_URL: server.url, SUBTEXT_API_KEY: server.key, OTEL_SDK_DISABLED: 'true' };
  expect(await run(env)).toEqual({ code: 0, output: '' });
  expect(await count()).toBe(before);
});

test('docs/scores.md shows this application', async () => {
  const [, ...lines] = (await readFile(APP, 'utf8')).replace('../index.ts', '@subtext/sdk').split('\n');
  expect(await readFile(join(ROOT, 'docs/scores.md'), 'utf8')).toContain(`\`\`\`ts\n${lines.join('\n')}\`\`\``);
});

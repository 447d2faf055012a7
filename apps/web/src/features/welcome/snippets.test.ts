// Runs the commands in a real shell, because users paste them into one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { curlLines, environmentLines, installLine, otlpLines, promptLines } from './snippets.ts';

const input = {
  apiKey: 'sbtx_live_0123',
  ingestUrl: 'http://127.0.0.1:4318',
  sdkSource: '/home/ada/my code/subtext/packages/sdk',
};

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

/**
 * Stand-ins for curl (prints the URL and the body it would send) and openssl (fixed random bytes), so neither has to be
 * installed.
 */
const STAND_INS = `
curl() { printf '%s\\n' "$@" "---"; cat; }
openssl() { printf "%0$(($3 * 2))d" 7; }
`;

it('gives the key and the address once each to the application', async () => {
  const program = `${environmentLines(input)}\nenv | grep ^SUBTEXT_ | sort`;
  const { stdout } = await promisify(execFile)('sh', ['-c', program], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
  expect(stdout).toBe('SUBTEXT_API_KEY=sbtx_live_0123\nSUBTEXT_URL=http://127.0.0.1:4318\n');
  expect(otlpLines(input)).toContain('authorization=Bearer sbtx_live_0123');
});

it('gives a curl command that a shell turns into valid OTLP', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', STAND_INS + curlLines(input)]);
  const [sent = '', body = ''] = stdout.split('\n---\n');
  expect(sent).toContain('http://127.0.0.1:4318/v1/traces');
  expect(sent).toContain('authorization: Bearer sbtx_live_0123');
  const spans: SentSpan[] = JSON.parse(body).resourceSpans[0].scopeSpans[0].spans;
  for (const span of spans) {
    expect(span.traceId).toMatch(/^[\da-f]{32}$/);
    expect(span.spanId).toMatch(/^[\da-f]{16}$/);
    expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
  }
  expect(new Set(spans.map((span) => span.spanId)).size).toBe(spans.length);
  expect(spans.slice(1).map((span) => span.parentSpanId)).toEqual([1, 2, 3].map(() => spans[0]?.spanId));
});

it('has a thought in the sample that led to the call that the tool then answered', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', STAND_INS + curlLines(input)]);
  const spans: SentSpan[] = JSON.parse(stdout.split('\n---\n')[1] ?? '').resourceSpans[0].scopeSpans[0].spans;
  const texts = (index: number) =>
    Object.fromEntries((spans[index]?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? '']));
  const [{ parts }] = JSON.parse(texts(1)['gen_ai.output.messages'] ?? '');
  expect(parts).toMatchObject([{ type: 'reasoning' }, { type: 'tool_call', id: texts(2)['gen_ai.tool.call.id'] }]);
});

it('installs the SDK from a folder whose name has a space', () => {
  expect(installLine(input)).toBe('npm install "/home/ada/my code/subtext/packages/sdk"');
});

it('gives a coding agent the address, and never the key', () => {
  const prompt = promptLines(input);
  expect(prompt).toContain('observe(new OpenAI())');
  expect(prompt).toContain(input.ingestUrl);
  expect(prompt).not.toContain(input.apiKey);
});

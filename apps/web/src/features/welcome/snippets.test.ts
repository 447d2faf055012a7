// The commands are read as a person would paste them: by a real shell.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { curlLines, environmentLines, installLine, otlpLines } from './snippets.ts';

const input = {
  apiKey: 'sbtx_live_0123',
  ingestUrl: 'http://127.0.0.1:4318',
  sdkSource: '/home/ada/my code/subtext/packages/sdk',
};

/** curl prints where and what it would send, openssl has a fixed opinion of randomness: neither need be installed. */
const STAND_INS = `
curl() { printf '%s\\n' "$@" "---"; cat; }
openssl() { printf "%0$(($3 * 2))d" 7; }
`;

it('tells key and address once each to the application', () => {
  expect(environmentLines(input)).toBe('SUBTEXT_API_KEY=sbtx_live_0123\nSUBTEXT_URL=http://127.0.0.1:4318');
  expect(otlpLines(input)).toContain('authorization=Bearer sbtx_live_0123');
});

it('gives a curl command that a shell turns into valid OTLP', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', STAND_INS + curlLines(input)]);
  const [sent = '', body = ''] = stdout.split('\n---\n');
  expect(sent).toContain('http://127.0.0.1:4318/v1/traces');
  expect(sent).toContain('authorization: Bearer sbtx_live_0123');
  const [span] = JSON.parse(body).resourceSpans[0].scopeSpans[0].spans;
  expect(span.traceId).toMatch(/^[\da-f]{32}$/);
  expect(span.spanId).toMatch(/^[\da-f]{16}$/);
  expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
  const messages = span.attributes.find((attribute: { key: string }) => attribute.key === 'gen_ai.output.messages');
  expect(JSON.parse(messages.value.stringValue)[0].parts[0]).toMatchObject({ type: 'reasoning' });
});

it('installs the SDK from a folder whose name has a space', () => {
  expect(installLine(input)).toBe('npm install "/home/ada/my code/subtext/packages/sdk"');
});

/** The first moments of a process: a tool runs before OpenTelemetry is loaded. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';

let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterAll(() => server.close());

describe('tool()', () => {
  it('has its span in the first moments of a process, before the tracer is loaded', async () => {
    server.route(() => ({ headers: { 'content-type': 'application/x-protobuf' } }));
    const { PATH = '' } = process.env;
    const app = join(import.meta.dirname, '../testing/early-tool.ts');
    const env = { PATH, OTEL_EXPORTER_OTLP_ENDPOINT: server.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    const child = spawn(process.execPath, [app], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    await once(child, 'close');
    server.route(() => undefined);
    expect(output).toBe('{"sky":"rain"}\nRangeError: too far\n');
    const sent = server.requests.flatMap(({ body }) => spansIn(JSON.parse(body)));
    const [look, inner, run, fail] = [
      'execute_tool look',
      'chat inner-model',
      'invoke_agent inner-run',
      'execute_tool fail',
    ].map((name) => sent.find((span) => span.name === name));
    expect(look?.parentSpanId ?? '').toBe('');
    expect([inner?.parentSpanId, run?.parentSpanId]).toEqual([look?.spanId, look?.spanId]);
    const values = Object.fromEntries(look?.attributes.map(({ key, value }) => [key, value.stringValue]) ?? []);
    expect(values).toMatchObject({
      'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
      'gen_ai.tool.call.result': '{"sky":"rain"}',
    });
    expect(fail?.status).toMatchObject({ code: 2, message: 'RangeError' });
  });
});

interface SentSpan {
  name: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
  status: object;
}

function spansIn(request: unknown): SentSpan[] {
  const { resourceSpans } = request as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
}

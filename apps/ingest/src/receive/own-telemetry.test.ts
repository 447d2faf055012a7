/**
 * A framework that reports through its own OpenTelemetry beside our SDK. The fixtures are the bytes that both sent while
 * the program of examples/frameworks/agents/claude-agent-sdk asked two sub-agents.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';

const bytesOf = (sender: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', 'claude-agent-sub-agents', `${sender}.otlp`));

async function send({ url, key }: TestIngest, sender: string): Promise<void> {
  const headers = { 'content-type': 'application/x-protobuf', 'x-api-key': key };
  const { status } = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body: bytesOf(sender) });
  expect(status).toBe(200);
}

describe("the program of Claude's Agent SDK, which reports the output of each call and not only of the turn", () => {
  test.each([[['program', 'sdk']], [['sdk', 'program']]])('counts every call once: %s', async (senders) => {
    const server = await startIngest();
    try {
      for (const sender of senders) await send(server, sender);
      const { sql } = server.database;
      const traces = await sql`SELECT generation_count, input_tokens, output_tokens FROM traces`;
      expect(traces.map((row) => ({ ...row }))).toEqual([
        { generation_count: 6, input_tokens: 2367n, output_tokens: 564n },
      ]);
      const counted = await sql`
        SELECT scope, output_source, count(*)::int, sum(total_cost)::int AS cost FROM spans
        WHERE kind = 'generation' AND duplicate_of IS NULL GROUP BY scope, output_source ORDER BY output_source`;
      expect(counted.map((row) => ({ ...row }))).toEqual([
        { scope: '@subtext/sdk', output_source: 'apportioned', count: 2, cost: 5_010_000 },
        { scope: '@subtext/sdk', output_source: null, count: 4, cost: 10_551_000 },
      ]);
    } finally {
      await server.close();
    }
  });
});

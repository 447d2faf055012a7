/**
 * Runs real instrumentations of the real clients against fixed response bytes, and compares what the database has of
 * the conversation. Also writes seen.json, from which normalise/conventions.test.ts makes a table.
 */
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../src/testing/ingest.ts';
import { FACTS, QUESTION, USAGE } from './conversation.ts';
import { INSTRUMENTED, versionOf } from './instrumented.ts';
import { startProvider, type Provider } from './provider/server.ts';
import { runAgent } from './run-agent.ts';
import { EXPECTED, pick, questionsOf, storedOf } from './stored.ts';

let ingest: TestIngest;
let provider: Provider;
beforeAll(async () => {
  [ingest, provider] = await Promise.all([startIngest(), startProvider()]);
});
afterAll(async () => {
  await provider.close();
  await ingest.close();
});

const seen: object[] = [];

describe.each(INSTRUMENTED)('$title', (agent) => {
  it('carries the conversation, and loses only the facts that are listed', { timeout: 60_000 }, async () => {
    const { title, convention, loses, runs } = agent;
    const place = { providerUrl: provider.url, ingestUrl: ingest.url, key: ingest.key };
    await runAgent({ script: agent.script, arguments: agent.arguments ?? [], ...place, service: title });
    const { facts, ...stored } = await storedOf(ingest.database.sql, title);
    expect(stored).toEqual({ conventions: [convention], generations: 2, tools: runs ? 2 : 0, input: USAGE.input });
    expect(await questionsOf(ingest.database.sql, title)).toEqual([QUESTION]);
    const kept = FACTS.filter((fact) => !loses.includes(fact));
    expect(pick(facts, kept)).toEqual(pick(EXPECTED, kept));
    for (const fact of loses) expect(facts[fact]).not.toEqual(EXPECTED[fact]);
    seen.push({ title, package: agent.package, version: versionOf(agent), convention, loses });
  });
});

it('seen.json, the source of docs/conventions.md, has what was measured', async () => {
  expect(seen).toHaveLength(INSTRUMENTED.length);
  const options = { ...(await resolveConfig(import.meta.filename)), parser: 'json' };
  await expect(await format(JSON.stringify(seen), options)).toMatchFileSnapshot('./seen.json');
});

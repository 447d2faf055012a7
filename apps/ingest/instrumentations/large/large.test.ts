/**
 * The instrumentations that are not installed with everything else: skipped until `npm install --prefix
 * apps/ingest/instrumentations/large`. Writes seen.json like its neighbour; normalise/conventions.test.ts makes rows of
 * both.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngest } from '../../src/testing/ingest.ts';
import { FACTS, QUESTION, USAGE } from '../conversation.ts';
import { versionOf, type Instrumented } from '../instrumented.ts';
import { startProvider, type Provider } from '../provider/server.ts';
import { runAgent } from '../run-agent.ts';
import { EXPECTED, pick, questionsOf, storedOf } from '../stored.ts';

const LARGE: Instrumented[] = [
  {
    title: 'Laminar, Chat Completions with reasoning_content',
    package: '@lmnr-ai/lmnr',
    script: 'laminar.ts',
    arguments: ['chat'],
    convention: 'laminar',
    runs: false,
    loses: ['thinking', 'thinking tokens'],
  },
  {
    title: 'Laminar, Responses',
    package: '@lmnr-ai/lmnr',
    script: 'laminar.ts',
    arguments: ['responses'],
    convention: 'laminar',
    runs: false,
    loses: ['thinking tokens'],
  },
  {
    title: 'LangSmith, Chat Completions with reasoning_content',
    package: 'langsmith',
    script: 'langsmith.ts',
    arguments: ['chat'],
    convention: 'langsmith',
    runs: false,
    loses: [],
  },
  {
    title: 'LangSmith, Responses',
    package: 'langsmith',
    script: 'langsmith.ts',
    arguments: ['responses'],
    convention: 'langsmith',
    runs: false,
    loses: [],
  },
  {
    title: 'Mastra, OpenAI',
    package: '@mastra/otel-exporter',
    script: 'mastra.ts',
    arguments: ['openai'],
    convention: 'mastra',
    runs: true,
    loses: [],
  },
  {
    title: 'Mastra, Anthropic',
    package: '@mastra/otel-exporter',
    script: 'mastra.ts',
    arguments: ['anthropic'],
    convention: 'mastra',
    runs: true,
    loses: [],
  },
  {
    title: 'Braintrust’s processor on OpenLLMetry, Chat Completions with reasoning_content',
    package: '@braintrust/otel',
    script: 'braintrust.ts',
    convention: 'openllmetry',
    runs: false,
    loses: ['thinking', 'thinking tokens', 'session'],
  },
];

const isInstalled = existsSync(join(import.meta.dirname, 'node_modules'));
let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

const seen: object[] = [];

describe.skipIf(!isInstalled).each(LARGE)('$title', (agent) => {
  it('carries the conversation, and loses only the facts that are listed', { timeout: 90_000 }, async () => {
    const { title, convention, loses, runs, script } = agent;
    // One ingest for each package, because some packages have no setting for the service name.
    const ingest = await startIngest();
    try {
      const place = { providerUrl: provider.url, ingestUrl: ingest.url, key: ingest.key };
      const run = { script: `../large/agents/${script}`, arguments: agent.arguments ?? [], service: title };
      await runAgent({ ...run, ...place });
      const { facts, ...stored } = await storedOf(ingest.database.sql, null);
      expect(stored).toEqual({ conventions: [convention], generations: 2, tools: runs ? 2 : 0, input: USAGE.input });
      expect(await questionsOf(ingest.database.sql, null)).toEqual([QUESTION]);
      const kept = FACTS.filter((fact) => !loses.includes(fact));
      expect(pick(facts, kept)).toEqual(pick(EXPECTED, kept));
      for (const fact of loses) expect(facts[fact]).not.toEqual(EXPECTED[fact]);
      seen.push({ title, package: agent.package, version: versionOf(agent, import.meta.url), convention, loses });
    } finally {
      await ingest.close();
    }
  });
});

it.skipIf(!isInstalled)('what was seen is what docs/conventions.md is made of', async () => {
  expect(seen).toHaveLength(LARGE.length);
  const options = { ...(await resolveConfig(import.meta.filename)), parser: 'json' };
  await expect(await format(JSON.stringify(seen), options)).toMatchFileSnapshot('./seen.json');
});

/**
 * What instrumentations for Python sent, sent once more to an ingest and read back from its database. Writes seen.json
 * like its neighbours; normalise/conventions.test.ts makes rows of them.
 */
import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../../src/testing/ingest.ts';
import { FACTS, QUESTION, USAGE } from '../conversation.ts';
import { EXPECTED, pick, questionsOf, storedOf } from '../stored.ts';
import { RECORDED } from './recorded.ts';
import { FRAMEWORKS } from './recorded-frameworks.ts';

const ALL = [...RECORDED, ...FRAMEWORKS];

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

const SIGNALS = [
  { path: 'traces', key: 'resourceSpans' },
  { path: 'logs', key: 'resourceLogs' },
];

describe.each(ALL)('$title', ({ title, recording, convention, generations, tools, input = USAGE.input, loses }) => {
  it('carries the conversation, and loses only the facts that are listed', async () => {
    const text = await readFile(new URL(`recordings/${recording}.json`, import.meta.url), 'utf8');
    const recorded = asOfNow(text, title) as Record<string, unknown>;
    for (const { path, key } of SIGNALS.filter((signal) => signal.key in recorded)) {
      const response = await fetch(`${ingest.url}/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ingest.key}` },
        body: JSON.stringify({ [key]: recorded[key] }),
      });
      expect(await response.json()).toEqual({});
    }
    const { facts, ...stored } = await storedOf(ingest.database.sql, title);
    expect(stored).toEqual({ conventions: [convention], generations, tools, input });
    expect(await questionsOf(ingest.database.sql, title)).toEqual([QUESTION]);
    const kept = FACTS.filter((fact) => !loses.includes(fact));
    expect(pick(facts, kept)).toEqual(pick(EXPECTED, kept));
    for (const fact of loses) expect(facts[fact]).not.toEqual(EXPECTED[fact]);
  });
});

it('what was seen is what docs/conventions.md is made of', async () => {
  const seen = ALL.map(({ title, package: name, version, convention, loses }) => ({
    title,
    package: name,
    version,
    convention,
    loses,
  }));
  const options = { ...(await resolveConfig(import.meta.filename)), parser: 'json' };
  await expect(await format(JSON.stringify(seen), options)).toMatchFileSnapshot('./seen.json');
});

const TIME = /UnixNano$/;

/** As if it had been sent just now, by a service of that name: a database keeps no rows of days that are over. */
function asOfNow(text: string, service: string): unknown {
  let latest = 0n;
  JSON.parse(text, (key, value: unknown) => {
    if (TIME.test(key) && BigInt(String(value)) > latest) latest = BigInt(String(value));
    return value;
  });
  const later = BigInt(Date.now()) * 1_000_000n - latest;
  return JSON.parse(text, (key, value: unknown) => {
    if (TIME.test(key)) return String(BigInt(String(value)) + later);
    return key === 'resource' ? resourceOf(service) : value;
  });
}

const resourceOf = (service: string) => ({ attributes: [{ key: 'service.name', value: { stringValue: service } }] });

/** Planted faults in the forms of many senders: each is found where it is, and its clean counterpart has no finding. */
import { traceEvidence, traceFindings } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMS, type Form } from '../testing/forms/forms.ts';
import { PLANTED_RUNS } from '../testing/forms/planted-runs.ts';
import { requestOfForm, type SentRun } from '../testing/forms/request-of-form.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { checkInThread } from './evidence-thread.ts';

let server: TestIngest;

beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

interface SentPair {
  faulty: SentRun;
  clean: SentRun;
}

async function send({ request }: SentRun): Promise<void> {
  const response = await fetch(`${server.url}/v1/traces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  expect(response.status).toBe(200);
}

/** By the worker's thread, as if the traces had been quiet. */
async function check(runs: readonly SentRun[]): Promise<void> {
  await server.database.sql`UPDATE trace_evidence SET retry_at = now()`;
  const open = new Set(runs.map(({ traceId }) => traceId));
  const done = new AbortController();
  await checkInThread({
    databaseUrl: server.database.url,
    signal: done.signal,
    onOutcome: ({ traceId, outcome, problem }) => {
      expect([outcome, problem]).toEqual(['checked', undefined]);
      open.delete(traceId);
      if (open.size === 0) done.abort();
    },
  });
}

const keyOf = ({ traceId }: SentRun) => ({ projectId: server.projectId, traceId });

/** Nearly every run with thinking remembers some of it: that is no fault. */
async function foundIn(run: SentRun): Promise<string[]> {
  const findings = await traceFindings(server.database.sql, keyOf(run), { spanIds: null, limit: 99 });
  return findings
    .filter(({ checkId }) => checkId !== 'cost-of-remembering')
    .map(({ checkId, spanId }) => `${checkId} in turn ${run.spanIds.indexOf(spanId)}`);
}

async function sendAll(form: Form): Promise<Map<string, SentPair>> {
  const sent = new Map<string, SentPair>();
  for (const [name, { faulty, clean }] of Object.entries(PLANTED_RUNS)) {
    const pair = { faulty: requestOfForm(form, faulty), clean: requestOfForm(form, clean) };
    await send(pair.faulty);
    await send(pair.clean);
    sent.set(name, pair);
  }
  await check([...sent.values()].flatMap(({ faulty, clean }) => [faulty, clean]));
  return sent;
}

describe.each(FORMS.map((form) => [form.name, form] as const))('%s', (_name, form) => {
  let sent: ReadonlyMap<string, SentPair>;

  beforeAll(async () => {
    sent = await sendAll(form);
  });

  test.each(Object.entries(PLANTED_RUNS))('%s', async (name, { finds, needs, turn }) => {
    const { faulty, clean } = sent.get(name)!;
    expect(await foundIn(clean)).toEqual([]);
    const found = await foundIn(faulty);
    if (needs !== undefined && form.lacks?.includes(needs)) {
      expect(found.filter((finding) => finding.startsWith(`${finds} `))).toEqual([]);
      const { notChecked } = await traceEvidence(server.database.sql, keyOf(faulty));
      expect(Object.keys(notChecked)).toContain(finds);
      return;
    }
    expect(found).toContain(`${finds} in turn ${turn}`);
  });
});

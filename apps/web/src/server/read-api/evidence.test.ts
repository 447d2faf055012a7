// What the checks found, over the read API: real PostgreSQL, through the gate.
import { createApiKey, createWriteBatch, ensureProject, type ApiKeyScope } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undescribed } from '../testing/described.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { refundRun, STARTED } from '../testing/refund-run.ts';
import { storeEvidence } from '../testing/stored-evidence.ts';
import { answer } from './answer.ts';

const [CHECKED, DUE, FAILED] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
const [FIRST, SECOND] = ['1', '2'].map((digit) => digit.repeat(16)) as [string, string];
let owner: Owner;
let projectId: string;
const keys = new Map<ApiKeyScope, string>();

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  for (const scope of ['read', 'figures'] as const)
    keys.set(scope, (await createApiKey(sql, { projectId, name: scope, scopes: [scope] })).key);
  const endedAt = new Date(Date.parse(STARTED) + 5_000).toISOString();
  for (const [order, traceId] of [CHECKED, DUE, FAILED].entries())
    await createWriteBatch(sql)(
      refundRun(projectId, { traceId, order }).map((span) => ({ ...span, trace: { ...span.trace, endedAt } })),
    );
  await storeEvidence(sql, { projectId, traceId: CHECKED, spanId: FIRST, seenIn: SECOND, argument: 'order' });
  await sql`UPDATE trace_evidence SET due_since = NULL, attempts = 9 WHERE trace_id = decode(${FAILED}, 'hex')`;
});
afterAll(() => owner.close());

async function get(path: string, scope: ApiKeyScope = 'read') {
  const { prisma, reads, database } = owner;
  const asked = new URL(`http://localhost/api/v1/${path}`);
  const headers = { authorization: `Bearer ${keys.get(scope)}` };
  const services = { prisma, sql: database.sql, reads, env: TEST_ENV };
  const response = await answer(new Request(asked, { headers }), asked.pathname.split('/').slice(3), services);
  const body = (await response.json()) as Record<string, unknown>;
  expect(undescribed(asked.pathname, response.status, body)).toEqual([]);
  return { status: response.status, body };
}

describe('the evidence of a trace', () => {
  it('has the findings with their steps, what they concern, and what could not be checked', async () => {
    const { body } = await get(`traces/${CHECKED}/evidence`);
    expect(body).toMatchObject({
      ...{ state: 'checked', note: null, model_calls_checked: 2, model_calls_left_out: 1, evidence_withheld: false },
      checks: [
        { check: 'against-thought', findings: 1, findings_certain: 0, tokens: 300, concerned_usd: '0.0015' },
        { check: 'circling', findings: 0, not_checked: [{ reason: 'thinking_encrypted', model_calls: 1 }] },
        { check: 'unsourced', findings: 1, tokens: null, findings_without_tokens: 1, concerned_usd: null },
      ],
      rows: [
        {
          ...{ check: 'unsourced', step: '1', call: '1', span_id: FIRST, confidence: 'certain', concerned_usd: null },
          evidence: [{ kind: 'argument', path: ['order'] }],
        },
        {
          ...{ check: 'against-thought', confidence: 'likely', tokens: 300, concerned_usd: '0.0015' },
          evidence: [
            { kind: 'quote', step: '1', call: '1', before: '', text: 'I refund pe' },
            { kind: 'value', name: 'tool', value: 'refund' },
            { kind: 'reference', step: '2', call: null },
          ],
        },
      ],
      next: null,
    });
  });

  it('comes a page at a time', async () => {
    const { body } = await get(`traces/${CHECKED}/evidence?limit=1`);
    expect(body.rows).toMatchObject([{ number: 0 }]);
    const second = await get(`traces/${CHECKED}/evidence?limit=1&cursor=${String(body.next)}`);
    expect(second.body).toMatchObject({ rows: [{ number: 1 }], next: null });
    expect((await get(`traces/${CHECKED}/evidence?limit=51`)).status).toBe(400);
  });

  it('says that a trace was not checked, and why, instead of showing an empty list', async () => {
    expect((await get(`traces/${DUE}/evidence`)).body).toMatchObject({
      ...{ state: 'due', note: expect.stringMatching(/^Not checked yet/), checked_at: null, rows: [] },
    });
    expect((await get(`traces/${FAILED}/evidence`)).body).toMatchObject({
      ...{ state: 'failed', note: expect.stringMatching(/ended with an error/) },
    });
  });

  it('has no quotes and no compared values for a key that reads no texts', async () => {
    const { body } = await get(`traces/${CHECKED}/evidence`, 'figures');
    expect(body.evidence_withheld).toBe(true);
    const rows = body.rows as { evidence: { kind: string }[] }[];
    expect(rows.map(({ evidence }) => evidence.map(({ kind }) => kind))).toEqual([[], ['reference']]);
  });
});

describe('the evidence of a step', () => {
  it('has the findings, and where each value of the arguments came from', async () => {
    const { body } = await get(`traces/${CHECKED}/steps/1/evidence`);
    expect(body).toMatchObject({
      ...{ step: '1', state: 'checked', not_checked: [{ check: 'circling', reasons: ['thinking_encrypted'] }] },
      findings: [{ check: 'unsourced' }, { check: 'against-thought' }],
      ...{ more_findings: false, calls_left_out: 0 },
      origins: [
        {
          ...{ call: '1', values_left_out: 2, is_complete: true, lacks_instructions: false },
          values: [
            { path: ['order'], value: '0', kind: 'nowhere', unsourced: true, invented_identifier: false, places: [] },
            {
              ...{ path: ['reason'], kind: 'tool_result', how: 'exact', unsourced: false },
              places: [{ kind: 'tool_result', step: '2', call: '2', field: 'result', offset: 3, length: 5 }],
            },
          ],
        },
      ],
    });
  });

  it('distinguishes a step without findings from one beyond what is checked', async () => {
    expect((await get(`traces/${CHECKED}/steps/2/evidence`)).body).toMatchObject({
      ...{ note: null, not_checked: [], findings: [], origins: [] },
    });
    expect((await get(`traces/${CHECKED}/steps/3/evidence`)).body).toMatchObject({
      ...{ note: expect.stringMatching(/beyond the model calls/), not_checked: null },
    });
  });

  it('has no origins for a key that reads no texts', async () => {
    const { body } = await get(`traces/${CHECKED}/steps/1/evidence`, 'figures');
    expect(body).toMatchObject({ evidence_withheld: true, origins: null });
    expect(JSON.stringify(body)).not.toContain('I refund pe');
  });
});

it('filters the list of traces by what the checks found', async () => {
  const found = async (q: string) => {
    const { body } = await get(`traces?q=${q}`);
    return (body.rows as { trace_id: string }[]).map(({ trace_id: id }) => id);
  };
  expect(await found('check:unsourced')).toEqual([CHECKED]);
  expect(await found('check:repeated')).toEqual([]);
  expect((await found('-check:any')).toSorted()).toEqual([DUE, FAILED]);
});

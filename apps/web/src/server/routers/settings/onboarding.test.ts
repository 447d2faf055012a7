// The sample trace through the gate: quarantined for ingest to read, once, by any member with write access.
import { createWriteBatch, ensureProject, quarantineSummary } from '@subtext/db';
import { BLANK_FACTS, BLANK_SPAN } from '@subtext/trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, type Owner } from '../../testing/owner.ts';

let owner: Owner;
const project = 'default';

beforeAll(async () => {
  owner = await openOwner();
});
afterAll(() => owner.close());

const load = async (role = 'owner') => {
  await owner.database.sql`UPDATE project_members SET role = ${role}`;
  return (await owner.caller()).onboarding.loadSample({ project });
};
const waiting = () => quarantineSummary(owner.database.sql, {});

it('quarantines the spans of one trace for reprocessing, without a warning to a new user', async () => {
  const { traceId } = await load();
  expect(traceId).toMatch(/^[\da-f]{32}$/);
  expect(await waiting()).toMatchObject([{ project, spans: 4, asked: 4 }]);
  const [row] = await owner.database.sql<{ body: Buffer }[]>`SELECT body FROM quarantine ORDER BY octet_length(body)`;
  expect(JSON.parse(String(row!.body))).toMatchObject({
    traceId,
    attributes: { 'gen_ai.operation.name': 'invoke_agent' },
    resource: { 'service.name': 'hello' },
  });
  expect(await (await owner.caller()).onboarding.status({ project })).toMatchObject({ rejections: [] });
});

it('does nothing when the trace is there, and says which it is', async () => {
  const { id: projectId } = await ensureProject(owner.database.sql, { slug: project, name: 'Default' });
  const { traceId } = await load();
  await owner.database.sql`DELETE FROM quarantine`;
  const startedAt = new Date().toISOString();
  const span = { ...BLANK_SPAN, spanId: '1'.repeat(16), kind: 'generation' as const, name: 'chat', startedAt };
  const trace = { ...BLANK_FACTS, endedAt: startedAt };
  const stored = { projectId, traceId, span, calls: [], trace, price: null, body: '{}' };
  await createWriteBatch(owner.database.sql)([stored]);
  expect(await load('member')).toEqual({ traceId });
  expect(await waiting()).toEqual([]);
});

it('is refused to a viewer', async () => {
  await expect(load('viewer')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

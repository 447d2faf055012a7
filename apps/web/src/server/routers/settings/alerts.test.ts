// The procedures of alerts with a real database and the real gate.
import { auditPage } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../index.ts';
import { openOwner, type Owner } from '../../testing/owner.ts';
import { ALERT_RULE } from '../../testing/procedure-inputs.ts';

const PROJECT = { project: 'default' };
const HOOK = { name: 'Hook', kind: 'webhook', address: 'https://hooks.example.com/services/TOKEN?key=secret' } as const;
type Rule = Parameters<Caller['alerts']['preview']>[0]['rule'];
const RULE = ALERT_RULE as Rule;

let owner: Owner;
let caller: Caller;
beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
});
afterAll(() => owner.close());

it('shows the secret of a webhook once, and never its path, also in the audit log', async () => {
  const { id, secret } = await caller.alerts.addDestination({ ...PROJECT, destination: HOOK });
  expect(secret).toMatch(/^whsec_/);
  await caller.alerts.test({ ...PROJECT, id });
  const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
  const answers = JSON.stringify([
    await caller.alerts.list(PROJECT),
    await caller.alerts.deliveries(PROJECT),
    await auditPage(owner.database.sql, { projectId, limit: 100 }),
  ]);
  expect(answers).toContain('https://hooks.example.com/…');
  for (const hidden of [secret!, 'TOKEN', 'key=secret']) expect(answers).not.toContain(hidden);
});

it.each([
  ['ftp://example.com', 'https://'],
  ['https://user:password@example.com', 'user name'],
  ['example.com', 'not a URL'],
])('refuses the destination %s', async (address, why) => {
  await expect(caller.alerts.addDestination({ ...PROJECT, destination: { ...HOOK, address } })).rejects.toThrow(why);
});

it('refuses mail where no mail server is configured', async () => {
  const destination = { name: 'Ada', kind: 'mail', address: 'ada@example.test' } as const;
  await expect(caller.alerts.addDestination({ ...PROJECT, destination })).rejects.toThrow('No mail server');
});

it('queues a test for the destination, and not one after the other without end', async () => {
  const { id } = await caller.alerts.addDestination({ ...PROJECT, destination: { ...HOOK, name: 'Tested' } });
  const tests = async () =>
    (await caller.alerts.deliveries(PROJECT)).deliveries.filter(({ destinationId }) => destinationId === id);
  await caller.alerts.test({ ...PROJECT, id });
  expect(await tests()).toMatchObject([{ isTest: true, title: { type: 'alert.test', about: null }, attempts: 0 }]);
  const many = async () => {
    for (let count = 0; count < 10; count += 1) await caller.alerts.test({ ...PROJECT, id });
  };
  await expect(many()).rejects.toThrow('These were many tests');
});

it('keeps the condition of a rule as a sentence, and what was changed in the audit log', async () => {
  const { id } = await caller.alerts.create({ ...PROJECT, name: 'Spend', rule: RULE, isPaused: false });
  const rule = { ...RULE, limit: 7 };
  await caller.alerts.change({ ...PROJECT, id, name: 'Spend', rule, isPaused: true });
  expect((await caller.alerts.list(PROJECT)).rules).toMatchObject([
    { id, condition: 'Spend, over an hour, is above $7.', state: null, isPaused: true, isOpen: false },
  ]);
  const { id: projectId } = await owner.prisma.project.findFirstOrThrow();
  const [entry] = await auditPage(owner.database.sql, { projectId, limit: 1 });
  expect(entry).toMatchObject({ action: 'alerts.change', before: { limit: 5 }, after: { limit: 7, isPaused: true } });
  await caller.alerts.remove({ ...PROJECT, id });
  await expect(caller.alerts.remove({ ...PROJECT, id })).rejects.toThrow('no such alert rule any more');
});

it('previews each hour of the last 30 days', async () => {
  const { points, firings, condition } = await caller.alerts.preview({ ...PROJECT, rule: RULE });
  expect([points.length, firings, condition]).toEqual([30 * 24 + 1, [], 'Spend, over an hour, is above $5.']);
  expect(new Set(points.map(({ state }) => state))).toEqual(new Set(['no_data']));
});

it.each(['paused', 'deleted'] as const)('says that an alert ended when its firing rule is %s', async (how) => {
  const { sql } = owner.database;
  const { id: to } = await caller.alerts.addDestination({ ...PROJECT, destination: { ...HOOK, name: how } });
  const rule = { ...RULE, destinations: [to] };
  const { id } = await caller.alerts.create({ ...PROJECT, name: how, rule, isPaused: false });
  const stop = () =>
    how === 'paused'
      ? caller.alerts.change({ ...PROJECT, id, name: how, rule, isPaused: true })
      : caller.alerts.remove({ ...PROJECT, id });
  const incident = '00000000-0000-4000-8000-000000000001';
  await sql`UPDATE alert_rules SET state = 'firing', state_since = '2026-11-20T11:00Z', incident_id = ${incident} WHERE id = ${id}`;
  await stop();
  const sent = await sql<{ message: unknown }[]>`SELECT message FROM alert_deliveries WHERE destination_id = ${to}`;
  expect(sent.map(({ message }) => message)).toMatchObject([
    {
      ...{ type: 'alert.ended', incident, value: null, rule: { id, name: how } },
      text: `Ended: rule ${how}, which changed its state last at 20 Nov, 11:00 UTC. It is not known whether the condition still holds. Rule: Spend, over an hour, is above $5.`,
    },
  ]);
  if (how === 'deleted') return;
  await stop();
  expect(await sql`SELECT FROM alert_deliveries WHERE destination_id = ${to}`).toHaveLength(1);
  expect((await caller.alerts.history({ ...PROJECT, rule: id })).events).toMatchObject([
    { state: 'ended', value: null },
  ]);
  expect((await caller.alerts.list(PROJECT)).rules).toContainEqual(
    expect.objectContaining({ id, state: null, isOpen: false }),
  );
});

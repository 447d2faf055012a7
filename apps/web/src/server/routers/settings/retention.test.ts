// Access to retention periods, and what the audit log has of their changes.
import { auditPage } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, type Owner } from '../../testing/owner.ts';

let owner: Owner;
const project = 'default';

beforeAll(async () => {
  owner = await openOwner();
});
afterAll(() => owner.close());

const caller = async () => (await owner.caller()).retention;

it('an owner sets, changes and removes periods, and the audit log has each before and after', async () => {
  const retention = await caller();
  expect(await retention.list({ project })).toEqual({ mayChange: true, keepDays: null, environments: [] });
  await retention.set({ project, environment: '', keepDays: 90 });
  await retention.set({ project, environment: ' development ', keepDays: 7 });
  await retention.set({ project, environment: 'development', keepDays: null });
  expect(await retention.list({ project })).toMatchObject({
    keepDays: 90,
    environments: [{ environment: 'development', own: null, traces: 0, nextDeletion: null }],
  });
  await retention.set({ project, environment: 'development' });
  expect(await retention.list({ project })).toMatchObject({ keepDays: 90, environments: [] });
  const [{ id: projectId }] = await owner.database.sql<
    [{ id: string }]
  >`SELECT id FROM projects WHERE slug = ${project}`;
  const log = await auditPage(owner.database.sql, { projectId, action: 'retention.set', limit: 10 });
  const none = 'no period of its own';
  expect(log.map(({ target, before, after }) => [target, before?.keepDays, after?.keepDays])).toEqual([
    ['development', 'no limit', none],
    ['development', 7, 'no limit'],
    ['development', none, 7],
    ['the whole project', none, 90],
  ]);
});

it.each([{ keepDays: 0 }, { keepDays: 1.5 }, { keepDays: 40_000 }, { environment: 'a\0b' }])(
  'an owner gets an error for %j',
  async (broken) => {
    const retention = await caller();
    const period = { project, environment: '', keepDays: 1, ...broken };
    await expect(retention.set(period)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(retention.expired(period)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  },
);

it('a member sees the periods and changes none', async () => {
  const { sql } = owner.database;
  const roleIs = (role: string) => sql`UPDATE project_members SET role = ${role}`;
  await sql`DELETE FROM organization_members`;
  await roleIs('member');
  try {
    const retention = await caller();
    expect(await retention.list({ project })).toMatchObject({ mayChange: false });
    const refused = { code: 'FORBIDDEN', message: 'Only an owner of the project may change how long traces are kept.' };
    await expect(retention.set({ project, environment: '', keepDays: 1 })).rejects.toMatchObject(refused);
    await expect(retention.expired({ project, environment: '', keepDays: 1 })).rejects.toMatchObject(refused);
  } finally {
    await roleIs('owner');
  }
});

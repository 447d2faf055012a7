// Quarantine through the gate: a project sees and changes its own rows only, and only owners change any.
import { ensureProject, quarantine } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, type Owner } from '../../testing/owner.ts';

let owner: Owner;
const project = 'default';
const BODY = '{"name":"<script>alert(1)</script>"}';

beforeAll(async () => {
  owner = await openOwner();
  const mine = await owner.prisma.project.findFirstOrThrow({ where: { slug: project } });
  const other = await ensureProject(owner.database.sql, { slug: 'other', name: 'Other' });
  const row = { contentType: 'application/json', body: Buffer.from(BODY) };
  await quarantine(owner.database.sql, [
    ...Array.from({ length: 60 }, (_, index) => ({
      ...row,
      projectId: mine.id,
      reason: 'start time is missing',
      body: Buffer.from(`{"name":"${index}"}`),
    })),
    { ...row, projectId: mine.id, reason: 'trace id is missing' },
    { ...row, projectId: other.id, reason: 'of another' },
  ]);
});
afterAll(() => owner.close());

const caller = async () => (await owner.caller()).quarantine;

it('lists reasons and rows of the project by pages, and gives the bytes as text', async () => {
  const mine = await caller();
  const { reasons } = await mine.reasons({ project });
  expect(reasons.map(({ reason, spans }) => [reason, spans])).toEqual([
    ['start time is missing', 60],
    ['trace id is missing', 1],
  ]);
  const first = await mine.list({ project });
  const second = await mine.list({ project, cursor: first.next });
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(61);
  expect(second.next).toBeNull();
  const [one] = (await mine.list({ project, reason: 'trace id is missing' })).items;
  expect(await mine.body({ project, id: one!.id })).toMatchObject({ text: BODY, totalBytes: BODY.length });
});

it('neither shows nor touches rows of another project', async () => {
  const mine = await caller();
  const [{ id }] = await owner.database.sql<[{ id: string }]>`SELECT id FROM quarantine WHERE reason = 'of another'`;
  await expect(mine.body({ project, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([await mine.replay({ project, id }), await mine.drop({ project, id })]).toEqual([0, 0]);
  expect(await owner.database.sql`SELECT FROM quarantine WHERE id = ${id} AND replay_asked_at IS NULL`).toHaveLength(1);
});

it('has a reason read again, and forgets it', async () => {
  const mine = await caller();
  const reason = 'start time is missing';
  expect(await mine.replay({ project, reason })).toBe(60);
  expect((await mine.reasons({ project })).reasons[0]).toMatchObject({ asked: 60 });
  expect(await mine.drop({ project, reason })).toBe(60);
  expect((await mine.reasons({ project })).reasons).toHaveLength(1);
});

it('is looked at by every member, and changed by owners only', async () => {
  await owner.database.sql`UPDATE project_members SET role = 'member'`;
  const mine = await caller();
  expect(await mine.reasons({ project })).toMatchObject({ mayChange: false });
  await expect(mine.replay({ project })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(mine.drop({ project })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

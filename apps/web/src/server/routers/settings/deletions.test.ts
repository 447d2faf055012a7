// Who may request deletions and place legal holds, and what the audit log has of it.
import { auditPage, runTraceDeletions } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, type Owner } from '../../testing/owner.ts';

let owner: Owner;
let projectId: string;
const project = 'default';
const TARGET = { project, kind: 'user', value: '4711', range: 'all' } as const;

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  projectId = (await sql<[{ id: string }]>`SELECT id FROM projects WHERE slug = ${project}`)[0].id;
  await sql`INSERT INTO traces (project_id, trace_id, day, user_id, started_at, ended_at)
    SELECT ${projectId}, decode(repeat(digit, 32), 'hex'), current_date, '4711', now(), now()
    FROM (VALUES ('1'), ('2')) AS given (digit)`;
});
afterAll(() => owner.close());

it('an owner confirms the number of traces, and sees the receipt', async () => {
  const { sql } = owner.database;
  const { deletions, holds } = await owner.caller();
  const { id: hold } = await holds.place({ project, kind: 'trace', value: '2'.repeat(32), reason: 'Case 12' });
  expect(await deletions.preview(TARGET)).toMatchObject({ traces: 1, held: 1, words: 'User 4711' });
  await holds.lift({ project, id: hold });
  await expect(deletions.request({ ...TARGET, confirmed: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  const { id } = await deletions.request({ ...TARGET, confirmed: 2 });
  await runTraceDeletions(sql);
  const { deletions: listed, next } = await deletions.list({ project });
  expect(listed).toMatchObject([{ isStopping: false, receipt: { id, state: 'done', deleted: { traces: 2 } } }]);
  expect(next).toBeNull();
  await expect(deletions.stop({ project, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const log = await auditPage(sql, { projectId, limit: 10 });
  expect(log.map(({ action, target }) => [action, target])).toEqual([
    ['deletions.finished', 'User 4711'],
    ['deletions.request', 'User 4711'],
    ['holds.lift', `trace ${'2'.repeat(32)}`],
    ['holds.place', `trace ${'2'.repeat(32)}`],
  ]);
});

it('a held project is not deleted, and the message says what to do', async () => {
  const { holds, projects, quarantine } = await owner.caller();
  const { id } = await holds.place({ project, kind: 'project', value: null, reason: 'Case 12' });
  const [{ name }] = await owner.database.sql<[{ name: string }]>`SELECT name FROM projects WHERE id = ${projectId}`;
  await expect(projects.delete({ project, name })).rejects.toMatchObject({
    ...{ code: 'CONFLICT', message: expect.stringContaining('Settings, Data') },
  });
  await expect(quarantine.drop({ project })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(holds.place({ project, kind: 'project', value: null, reason: 'Again' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await holds.lift({ project, id });
});

it.each(['member', 'viewer', 'analyst'])('a %s neither deletes nor holds, nor makes a key that could', async (role) => {
  const { prisma } = owner;
  const user = await prisma.user.findFirstOrThrow();
  const where = { projectId_userId: { projectId, userId: user.id } };
  await prisma.projectMember.update({ where, data: { role } });
  try {
    const { deletions, holds, keys } = await owner.caller();
    const refused = { code: 'FORBIDDEN' };
    await expect(deletions.list({ project })).rejects.toMatchObject(refused);
    await expect(deletions.preview(TARGET)).rejects.toMatchObject(refused);
    await expect(deletions.request({ ...TARGET, confirmed: 9 })).rejects.toMatchObject(refused);
    await expect(holds.list({ project })).rejects.toMatchObject(refused);
    const hold = { project, kind: 'project', value: null, reason: 'mine' } as const;
    await expect(holds.place(hold)).rejects.toMatchObject(refused);
    await expect(keys.create({ project, name: 'mine', scopes: ['admin'] })).rejects.toMatchObject(refused);
  } finally {
    await prisma.projectMember.update({ where, data: { role: 'owner' } });
  }
});

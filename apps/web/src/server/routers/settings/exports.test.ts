// Who may export by the server, what a target shows, and what the audit log has of it.
import { auditPage, sealedSecret } from '@subtext/db';
import { openSecret } from '@subtext/export';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, TEST_ENV, type Owner } from '../../testing/owner.ts';

let owner: Owner;
let projectId: string;
const project = 'default';
const SECRET = 'the-secret-of-the-key';
const S3 = { kind: 's3', endpoint: '', region: 'eu-central-1', bucket: 'lake', prefix: 'subtext' } as const;
const LAKE = {
  name: 'Lake',
  place: { ...S3, keyId: 'AKIA', secret: SECRET },
  format: 'parquet',
  isHourly: false,
} as const;

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  projectId = (await sql<[{ id: string }]>`SELECT id FROM projects WHERE slug = ${project}`)[0].id;
});
afterAll(() => owner.close());

it('an owner adds a target, whose secret is sealed and in no answer and no entry', async () => {
  const { exports } = await owner.caller();
  const { sql } = owner.database;
  const { id } = await exports.addTarget({ project, target: LAKE });
  await expect(exports.addTarget({ project, target: LAKE })).rejects.toMatchObject({ code: 'CONFLICT' });
  const listed = await exports.targets({ project });
  expect(listed.targets).toMatchObject([
    { id, name: 'Lake', nextAt: null, place: { bucket: 'lake', endpoint: 'https://s3.eu-central-1.amazonaws.com' } },
  ]);
  const run = await exports.start({ project, id, isFull: true });
  const { runs } = await exports.runs({ project });
  expect(runs).toMatchObject([{ isStopping: false, run: { id: run.id, kind: 'full', state: 'waiting', path: null } }]);
  for (const second of [exports.start({ project, id, isFull: false }), exports.test({ project, id })])
    await expect(second).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('not finished') });
  await expect(exports.removeTarget({ project, id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await exports.schedule({ project, id, isHourly: true });
  // The open export comes first.
  expect((await exports.runs({ project })).runs).toHaveLength(1);
  await exports.stop({ project, id: run.id });
  expect((await exports.runs({ project })).runs).toMatchObject([{ isStopping: true }]);
  const log = await auditPage(sql, { projectId, limit: 20 });
  expect(log.map(({ action, target }) => [action, target]).toReversed()).toEqual([
    ['exports.addTarget', 'Lake'],
    ['exports.start', 'Lake'],
    ['exports.schedule', 'Lake'],
    ['exports.stop', run.id],
  ]);
  expect(JSON.stringify([log, listed, runs])).not.toContain(SECRET);
  const sealed = await sealedSecret(sql, { projectId, id });
  expect(openSecret(sealed!, { key: TEST_ENV.authSecret, owner: `${projectId}/${id}` })).toBe(SECRET);
});

it('a schedule begins at once, and goes on at the next full hour', async () => {
  const { exports } = await owner.caller();
  const place = { kind: 'directory', folder: 'warehouse' } as const;
  const target = { name: 'Warehouse', place, format: 'jsonl', isHourly: true } as const;
  const { id } = await exports.addTarget({ project, target });
  const [newest] = (await exports.runs({ project })).runs;
  expect(newest).toMatchObject({ run: { target: 'Warehouse', kind: 'changes', scheduled: true, state: 'waiting' } });
  const { targets } = await exports.targets({ project });
  const { nextAt } = targets.find((one) => one.id === id)!;
  expect([nextAt!.getUTCMinutes(), nextAt!.getTime() > Date.parse(newest!.run.requested_at)]).toEqual([0, true]);
  await exports.schedule({ project, id, isHourly: false });
  expect((await exports.targets({ project })).targets.find((one) => one.id === id)).toMatchObject({ nextAt: null });
});

it.each([
  ['a path out of the directory', { kind: 'directory', folder: '../other' }, 'letters, digits'],
  ['a prefix that climbs', { ...LAKE.place, prefix: '../x' }, 'no part'],
  ['no address', { ...LAKE.place, endpoint: 'file:///etc' }, 'https:// or http://'],
  ['an address with a path', { ...LAKE.place, endpoint: 'https://minio.example.com/bucket' }, 'only the origin'],
  ['a bucket with a slash', { ...LAKE.place, bucket: 'a/b' }, 'name of a bucket'],
] as const)('refuses %s', async (_what, place, words) => {
  const { exports } = await owner.caller();
  const target = { ...LAKE, name: 'Other', place };
  await expect(exports.addTarget({ project, target })).rejects.toThrow(words);
});

it.each(['member', 'viewer', 'analyst'])('a %s does none of it', async (role) => {
  const { prisma } = owner;
  const user = await prisma.user.findFirstOrThrow();
  const where = { projectId_userId: { projectId, userId: user.id } };
  await prisma.projectMember.update({ where, data: { role } });
  try {
    const { exports } = await owner.caller();
    const refused = { code: 'FORBIDDEN' };
    const id = '00000000-0000-4000-8000-000000000000';
    await expect(exports.targets({ project })).rejects.toMatchObject(refused);
    await expect(exports.runs({ project })).rejects.toMatchObject(refused);
    await expect(exports.addTarget({ project, target: LAKE })).rejects.toMatchObject(refused);
    for (const call of [exports.test, exports.stop, exports.removeTarget])
      await expect(call({ project, id })).rejects.toMatchObject(refused);
    await expect(exports.start({ project, id, isFull: true })).rejects.toMatchObject(refused);
    await expect(exports.schedule({ project, id, isHourly: true })).rejects.toMatchObject(refused);
  } finally {
    await prisma.projectMember.update({ where, data: { role: 'owner' } });
  }
});

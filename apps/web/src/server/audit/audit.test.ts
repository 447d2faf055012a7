// That nothing which changes or exports can be forgotten in the audit log, and what its entries contain.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProject, recordAudit } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../lib/account/audit-actions.ts';
import { appRouter } from '../routers/index.ts';
import { MARKED_SPAN, storeMarkedTrace } from '../testing/marked-trace.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { auditBytes } from './audit-file.ts';

const project = 'default';
const TRACE = 'a'.repeat(32);
const SECRET = 'PELICANSECRET';
interface Procedure {
  _def: { type: string; meta?: { unrecorded?: string } };
}

let owner: Owner;
let projectId: string;

beforeAll(async () => {
  owner = await openOwner();
  projectId = (await ensureProject(owner.database.sql, { slug: project, name: 'Default' })).id;
  await storeMarkedTrace(owner.database.sql, { project: projectId, traceId: TRACE, mark: SECRET });
});
afterAll(() => owner.close());

const whole = async () =>
  JSON.stringify(await owner.database.sql`SELECT * FROM audit_entries`, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

it('names every mutation of the router, or says why it is not recorded', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
  const mutations = Object.entries(procedures).filter(([, { _def }]) => _def.type === 'mutation');
  const unnamed = mutations.filter(([path, { _def }]) => !(path in AUDIT_ACTIONS) && !_def.meta?.unrecorded);
  expect(mutations.length).toBeGreaterThan(15);
  expect(unnamed.map(([path]) => path)).toEqual([]);
});

/** Every route: the action under which it is recorded, or the reason why it is not. */
const ROUTES: Readonly<Record<string, string>> = {
  'api/auth/[...all]': 'sign-in and sign-out are recorded by the hooks of the sessions (sign-in/auth.ts)',
  'api/healthz': 'says only that the process runs',
  'llms.txt': 'has no data of a project',
  'o/[organization]/audit/export': 'audit.export',
  mcp: 'the gate records what is read of texts',
  'api/trpc/[trpc]': 'the gate records mutations, and what is read of texts',
  'api/v1/[...path]': 'the gate records what is read of texts; a whole trace is recorded as read',
  'invited/[token]/accept': 'acceptInvitation records it with the membership',
  'p/[project]/settings/audit/export': 'audit.export',
  'p/[project]/settings/data/export': 'project.export',
  'p/[project]/traces/[id]/conversation': 'trace.conversation',
  'p/[project]/traces/[id]/export': 'trace.export',
  's/[token]/api/[trpc]': 'readers of a share link have no account; the link and its last use are visible',
  'signed-in': 'only redirects',
};

it('names every route, and those that export record it', () => {
  const app = join(import.meta.dirname, '../../app');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => /(^|\/)route\.ts$/.test(file));
  expect(files.map((file) => file.replace(/\/route\.ts$/, '')).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  for (const [route, recorded] of Object.entries(ROUTES)) {
    if (!(recorded in AUDIT_ACTIONS)) continue;
    const records = recorded === 'audit.export' ? 'await auditAnswer(' : `await recordExport(project, '${recorded}'`;
    expect(readFileSync(join(app, route, 'route.ts'), 'utf8')).toContain(records);
  }
});

it('records who did what with before and after, and neither a key nor a token nor a text', async () => {
  const caller = await owner.caller();
  const made = await caller.keys.create({ project, name: 'ci', scopes: ['ingest'] });
  await caller.keys.rename({ project, id: made.id, name: 'build' });
  const rotated = await caller.keys.rotate({ project, id: made.id, overlapHours: 1 });
  await caller.keys.revoke({ project, id: made.id, name: 'build' });
  const invited = await caller.members.invite({ project, email: 'eve@example.test', role: 'viewer' });
  const shows = { thoughts: true, said: true, arguments: true, results: true };
  const link = await caller.shareLinks.create({ project, trace: TRACE, shows, expiresInDays: 7 });
  await caller.traces.mark({ project, traces: [TRACE], addTags: ['kept'] });
  await caller.capture.set({ project, rules: { capture: {}, mask: {} }, seen: 0 });
  await caller.traces.delete({ project, trace: TRACE });
  const { items } = await caller.audit.list({ project });
  expect(items.map(({ action }) => action).toReversed()).toEqual([
    ...['keys.create', 'keys.rename', 'keys.rotate', 'keys.revoke', 'members.invite', 'shareLinks.create'],
    ...['traces.mark', 'capture.set', 'traces.delete'],
  ]);
  expect(items.find(({ action }) => action === 'keys.rename')).toMatchObject({
    ...{ actor: TEST_ENV.ownerEmail, target: 'build', before: { name: 'ci' }, after: { name: 'build' } },
  });
  const [rules] = await owner.database.sql<[{ key: string }]>`SELECT rules ->> 'hashKey' AS key FROM project_rules`;
  const token = new URL(invited.url).pathname.split('/').at(-1)!;
  const recorded = await whole();
  for (const secret of [made.key, rotated.key, token, link.token, rules.key, SECRET]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(recorded).not.toContain(secret);
  }
});

describe('reading', () => {
  const readings = async (action: string) => {
    const rows = await owner.database.sql<{ target: string; actor: string }[]>`
      SELECT target, actor_email AS actor FROM audit_entries WHERE action = ${action} AND project_id = ${projectId}`;
    return rows.map(({ target, actor }) => [target, actor]);
  };
  const READ = 'b'.repeat(32);

  it('is recorded once an hour for each trace and reader, before the text leaves', async () => {
    await storeMarkedTrace(owner.database.sql, { project: projectId, traceId: READ, mark: SECRET });
    const caller = await owner.caller();
    await caller.trace.receipt({ project, trace: READ, spanId: MARKED_SPAN });
    expect(await readings('trace.read')).toEqual([]);
    const trace = { project, trace: READ };
    await Promise.all([caller.trace.opening(trace), caller.trace.summary(trace), caller.trace.skeleton(trace)]);
    expect(await readings('trace.read')).toEqual([[READ, TEST_ENV.ownerEmail]]);
  });

  it('of a trace that does not exist is no entry, so that nobody can fill the log with invented ids', async () => {
    const caller = await owner.caller();
    await caller.trace.previews({ project, trace: 'c'.repeat(32), calls: `${MARKED_SPAN}.0` });
    expect(await readings('trace.read')).toHaveLength(1);
  });

  it('of lists is recorded once an hour for each list', async () => {
    const caller = await owner.caller();
    for (const q of ['', 'status:ok']) await caller.traces.list({ project, q, range: 'all', sort: 'age' });
    await caller.traces.totals({ project, q: '', range: 'all' });
    expect(await readings('lists.read')).toEqual([['traces.list', TEST_ENV.ownerEmail]]);
  });

  it('is refused when it cannot be recorded', async () => {
    const { sql } = owner.database;
    const unread = 'd'.repeat(32);
    await storeMarkedTrace(sql, { project: projectId, traceId: unread, mark: SECRET });
    await sql`ALTER TABLE audit_entries ADD CONSTRAINT none CHECK (false) NOT VALID`;
    const caller = await owner.caller();
    await expect(caller.trace.opening({ project, trace: unread })).rejects.toThrow();
    await sql`ALTER TABLE audit_entries DROP CONSTRAINT none`;
    await caller.trace.opening({ project, trace: unread });
    expect(await readings('trace.read')).toContainEqual([unread, TEST_ENV.ownerEmail]);
  });
});

it('records nothing of a change that failed, and rolls the change back when it cannot be recorded', async () => {
  const caller = await owner.caller();
  const before = await whole();
  await expect(caller.views.remove({ project, id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await whole()).toBe(before);
  const { sql } = owner.database;
  await sql`ALTER TABLE audit_entries ADD CONSTRAINT none CHECK (false) NOT VALID`;
  await expect(caller.views.create({ project, name: 'lost', params: {} })).rejects.toThrow();
  await sql`ALTER TABLE audit_entries DROP CONSTRAINT none`;
  expect(await caller.views.list({ project })).toEqual([]);
});

it('is refused to members who are no owners, and shows only the own project', async () => {
  const { sql } = owner.database;
  const other = await ensureProject(sql, { slug: 'other', name: 'Other' });
  await recordAudit(sql, { projectId: other.id, actor: { id: 'x', email: 'x@example.test' }, action: 'keys.create' });
  const caller = await owner.caller();
  await expect(caller.audit.list({ project: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await caller.audit.list({ project, actor: 'x@example.test' })).items).toEqual([]);
  await sql`UPDATE project_members SET role = 'member' WHERE project_id = ${projectId}`;
  await expect(caller.audit.list({ project })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await sql`UPDATE project_members SET role = 'owner' WHERE project_id = ${projectId}`;
});

it.each(['csv', 'jsonl'] as const)('writes all pages of a long log as %s, each entry once', async (format) => {
  const { sql } = owner.database;
  const { id } = await ensureProject(sql, { slug: `long-${format}`, name: 'Long' });
  await sql`INSERT INTO audit_entries (project_id, actor_email, action) SELECT ${id}, 'a@example.test', 'a' FROM generate_series(1, 2001)`;
  const text = await new Response(auditBytes(sql, { projectId: id }, format)).text();
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(format === 'csv' ? 2002 : 2001);
  expect(new Set(lines).size).toBe(lines.length);
});

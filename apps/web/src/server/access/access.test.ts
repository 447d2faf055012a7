// Access control, tested from outside: real auth library, real database, every procedure of the router.
import { createPrisma, ensureProject, FIRST_ORGANIZATION, type PrismaClient } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARCHIVED } from '../../lib/account/roles.ts';
import { createAuth, type Auth } from '../sign-in/auth.ts';
import type { WebEnv } from '../env.ts';
import { ownerLink } from '../sign-in/owner-link.ts';
import { ownDefaultProject } from '../testing/own-default-project.ts';
import { appRouter, createCaller } from '../routers/index.ts';
import { answerAuth } from '../sign-in/answer-auth.ts';
import { readsOf, TEST_ENV } from '../testing/owner.ts';
import { createContext } from '../trpc/trpc.ts';

const DEFAULT_PROJECT = 'default';
const THEIRS = '00000000-0000-4000-8000-0000000000aa';

let database: TestDatabase;
let prisma: PrismaClient;
let auth: Auth;
let env: WebEnv;
/** The headers of the owner's browser. */
let headers: Headers;

beforeAll(async () => {
  database = await createTestDatabase();
  prisma = createPrisma(database.url);
  env = { ...TEST_ENV, databaseUrl: database.url };
  auth = createAuth({ prisma, env });
  await ensureProject(database.sql, { slug: 'foreign', name: "Another user's" });
  headers = new Headers({ cookie: cookieOf(await open(await ownerLink({ prisma, env }))) });
  await ownDefaultProject(database.sql);
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

const open = (link: string) => auth.handler(new Request(link));
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

type Procedure = (input: unknown) => Promise<unknown>;
const procedures = Object.keys(appRouter._def.procedures);
const ofOrganizations = procedures.filter((path) => path.startsWith('organization.'));
/** All others are of a user's own account, in any role. */
const ofProjects = procedures.filter((path) => !/^(account|organization)\./.test(path));

const types = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; meta?: { worksInArchive?: boolean } } }
>;
const mutations = (paths: string[]) => paths.filter((path) => types[path]!._def.type === 'mutation');

function call(path: string, headers: Headers, input: unknown): Promise<unknown> {
  const caller: unknown = createCaller(
    createContext({ auth, prisma, sql: database.sql, reads: readsOf(database), env }, headers),
  );
  const procedure = path.split('.').reduce((parent, name) => (parent as Record<string, unknown>)[name], caller);
  return (procedure as Procedure)(input);
}

describe('a sign-in link', () => {
  it('signs the owner in and leads on from there', async () => {
    const response = await open(await ownerLink({ prisma, env }));
    expect(response.headers.get('location')).toBe('http://localhost:3000/signed-in');
    const session = await auth.api.getSession({ headers: new Headers({ cookie: cookieOf(response) }) });
    expect(session?.user.email).toBe(env.ownerEmail);
  });

  it('works once', async () => {
    const link = await ownerLink({ prisma, env });
    await open(link);
    const again = await open(link);
    expect(again.headers.get('location')).toContain('/sign-in?error=INVALID_TOKEN');
    expect(again.headers.getSetCookie().join()).not.toContain('session_token');
  });

  it('does not work after its time', async () => {
    const link = await ownerLink({ prisma, env });
    await database.sql`UPDATE verifications SET expires_at = now() - interval '1 second'`;
    expect((await open(link)).headers.get('location')).toContain('/sign-in?error=');
  });

  it('is not in the database, only its hash is', async () => {
    const token = new URL(await ownerLink({ prisma, env })).searchParams.get('token');
    const rows = await database.sql`SELECT * FROM verifications`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('never leads to another site', async () => {
    const link = new URL(await ownerLink({ prisma, env }));
    link.searchParams.set('callbackURL', 'https://attacker.example/');
    expect((await open(link.href)).status).toBe(403);
  });

  it('is made for one owner of one organization, however often', async () => {
    await Promise.all([ownerLink({ prisma, env }), ownerLink({ prisma, env })]);
    expect(await prisma.user.count()).toBe(1);
    expect(await prisma.organizationMember.findMany({ select: { role: true } })).toEqual([{ role: 'owner' }]);
  });
});

describe('a session cookie', () => {
  it('is out of reach of scripts and of other sites', async () => {
    const response = await open(await ownerLink({ prisma, env }));
    expect(response.headers.getSetCookie().join()).toMatch(/session_token=.*HttpOnly.*SameSite=Lax/i);
  });
});

describe('the gate stands before every procedure', () => {
  // Every sign-in link makes its user an owner of the organization again.
  beforeAll(() => ownDefaultProject(database.sql));

  it('knows the procedures', () => expect(procedures).toContain('keys.list'));

  it.each(procedures)('%s refuses the anonymous', async (path) => {
    await expect(call(path, new Headers(), { project: DEFAULT_PROJECT })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it.each(ofProjects)('%s does not know the project of others, nor one that does not exist', async (path) => {
    for (const project of ['foreign', 'nowhere']) {
      await expect(call(path, headers, { project })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'There is no such project for you.',
      });
    }
  });

  it.each(ofOrganizations)('%s does not know the organization of others, nor one that does not exist', async (path) => {
    await database.sql`INSERT INTO organizations (id, name) VALUES (${THEIRS}, 'Theirs') ON CONFLICT (id) DO NOTHING`;
    for (const organization of [THEIRS, crypto.randomUUID()]) {
      await expect(call(path, headers, { organization })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'There is no such organization for you.',
      });
    }
    await expect(call(path, headers, {})).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each(ofProjects)('%s does not answer without a project', async (path) => {
    await expect(call(path, headers, {})).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a viewer', () => {
  const changing = mutations(ofProjects);
  const become = (role: string) => database.sql`UPDATE project_members SET role = ${role}`;
  beforeAll(() => become('viewer'));
  afterAll(() => become('owner'));

  it('sees the project', async () => {
    await expect(call('keys.list', headers, { project: DEFAULT_PROJECT })).resolves.toEqual([]);
  });

  it.each(changing)('%s refuses', async (path) => {
    await expect(call(path, headers, { project: DEFAULT_PROJECT })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a guest and a viewer of an organization', () => {
  const organization = FIRST_ORGANIZATION.id;

  it.each(mutations(ofOrganizations))('%s refuses both', async (path) => {
    await expect(call(path, headers, { organization })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await database.sql`
      INSERT INTO organization_members (organization_id, user_id, role) SELECT ${organization}, id, 'viewer' FROM users`;
    await expect(call(path, headers, { organization })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await database.sql`DELETE FROM organization_members`;
  });
});

describe('an archived project', () => {
  beforeAll(() => database.sql`UPDATE projects SET archived_at = now() WHERE slug = ${DEFAULT_PROJECT}`);
  afterAll(() => database.sql`UPDATE projects SET archived_at = NULL`);
  const worksInArchive = (path: string) => types[path]!._def.meta?.worksInArchive === true;

  it('changes nothing, but can be restored and deleted, and lets access and traces be taken away', () => {
    expect(mutations(ofProjects).filter(worksInArchive).toSorted()).toEqual([
      ...['deletions.request', 'deletions.stop'],
      ...['exports.addTarget', 'exports.removeTarget', 'exports.schedule', 'exports.start', 'exports.stop'],
      ...['exports.test', 'holds.lift', 'holds.place'],
      ...['keys.revoke', 'members.remove', 'members.revokeInvitation', 'projects.delete', 'projects.restore'],
      'shareLinks.revoke',
    ]);
  });

  it.each(mutations(ofProjects).filter((path) => !worksInArchive(path)))('%s refuses', async (path) => {
    await expect(call(path, headers, { project: DEFAULT_PROJECT })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: ARCHIVED,
    });
  });

  it('is read as before', async () => {
    await expect(call('keys.list', headers, { project: DEFAULT_PROJECT })).resolves.toEqual([]);
  });
});

describe('keys', () => {
  it('are listed without their hash, and the key is in one answer only', async () => {
    const made = (await call('keys.create', headers, { project: DEFAULT_PROJECT, name: 'ci', scopes: ['read'] })) as {
      key: string;
    };
    const list = await call('keys.list', headers, { project: DEFAULT_PROJECT });
    expect(list).toMatchObject([{ name: 'ci', scopes: ['read'], lastFour: made.key.slice(-4), lastUsedAt: null }]);
    expect(JSON.stringify(list)).not.toContain('hash');
    expect(JSON.stringify(list)).not.toContain(made.key);
  });

  it('are revoked only by their name, and never those of another project', async () => {
    const foreign = await ensureProject(database.sql, { slug: 'foreign', name: '' });
    const theirs = await prisma.apiKey.create({
      data: { projectId: foreign.id, name: 'theirs', hash: new Uint8Array(32), lastFour: 'abcd', scopes: ['ingest'] },
    });
    const input = { project: DEFAULT_PROJECT, id: theirs.id, name: 'theirs' };
    await expect(call('keys.revoke', headers, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(call('keys.rename', headers, { ...input, name: 'mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await prisma.apiKey.findUnique({ where: { id: theirs.id } })).toMatchObject({
      name: 'theirs',
      revokedAt: null,
    });
  });
});

// Last, because it locks the door for a minute.
describe('guessing links', () => {
  it('is stopped after a few tries', async () => {
    const url = 'http://localhost:3000/api/auth/magic-link/verify?token=guess&callbackURL=/';
    const guess = () => answerAuth(new Request(url), { auth, prisma, sql: database.sql, env });
    let response = await guess();
    for (let tries = 0; tries < 30 && response.status !== 429; tries++) response = await guess();
    expect(response.status).toBe(429);
  });
});

// Access that ends while streams are open, in a real database.
import { randomUUID } from 'node:crypto';
import { connect, createApiKey, createPrisma, type Access, type PrismaClient, type Sql } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerLink } from '../sign-in/owner-link.ts';
import { ownDefaultProject } from '../testing/own-default-project.ts';
import { TEST_ENV } from '../testing/owner.ts';
import { AccessWatch, whileHeld, type HeldAccess } from './access-watch.ts';

let database: TestDatabase;
let prisma: PrismaClient;
let web: Sql;
let projectId: string;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  prisma = createPrisma(database.url);
  web = connect(database.url, { applicationName: 'watch under test' });
  await ownerLink({ prisma, env: TEST_ENV });
  await ownDefaultProject(database.sql);
  projectId = (await prisma.project.findFirstOrThrow()).id;
  userId = (await prisma.user.findFirstOrThrow()).id;
});
afterAll(async () => {
  await web.end();
  await prisma.$disconnect();
  await database.drop();
});

async function signedIn(): Promise<Access & { kind: 'session' }> {
  const sessionId = randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma.session.create({ data: { id: sessionId, token: sessionId, userId, expiresAt } });
  return { kind: 'session', sessionId, userId, projectId };
}

const ended = ({ signal }: HeldAccess) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

it('watches 200 streams of 25 readers as 25, ends those of the one that signed out, and forgets who is gone', async () => {
  const watch = new AccessWatch(web);
  const readers = await Promise.all(Array.from({ length: 25 }, signedIn));
  const held = readers.flatMap((reader) => Array.from({ length: 8 }, () => watch.hold(reader)));
  expect(watch.watched).toBe(25);
  const [leaver, ...others] = [held.slice(0, 8), ...held.slice(8)] as [HeldAccess[], ...HeldAccess[]];
  const ends = Promise.all(leaver.map(ended));
  await prisma.session.delete({ where: { id: readers[0]!.sessionId } });
  expect(await ends).toEqual(Array.from({ length: 8 }, () => expect.objectContaining({ code: 'UNAUTHORIZED' })));
  expect(others.filter(({ signal }) => signal.aborted)).toEqual([]);
  for (const one of held) one.release();
  expect(watch.watched).toBe(0);
});

describe('an answer that takes long', () => {
  /** Never ends by itself. */
  const endless = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(1024)) }));

  it.each([
    ['is revoked', () => ({ revokedAt: new Date() })],
    ['has expired', () => ({ expiresAt: new Date() })],
  ])('breaks off when its key %s, also where the reader takes nothing of it', async (_, data) => {
    const watch = new AccessWatch(web);
    const { id: keyId } = await createApiKey(database.sql, { projectId, name: 'k', scopes: ['read'] });
    const held = watch.hold({ kind: 'key', keyId, projectId });
    const over = ended(held);
    const reader = whileHeld(endless(), held).body!.getReader();
    expect((await reader.read()).value).toHaveLength(1024);
    await prisma.apiKey.update({ where: { id: keyId }, data: data() });
    await over;
    await expect(reader.closed).rejects.toMatchObject({ message: 'This API key was revoked, or has expired.' });
    expect(watch.watched).toBe(0);
  });

  it('is whole, or left by its reader, and watched no longer', async () => {
    const watch = new AccessWatch(web);
    const reader = await signedIn();
    const answer = new Response('all of it', { status: 201, headers: { 'content-type': 'text/markdown' } });
    const held = whileHeld(answer, watch.hold(reader));
    expect([held.status, held.headers.get('content-type'), await held.text()]).toEqual([
      201,
      'text/markdown',
      'all of it',
    ]);
    await whileHeld(endless(), watch.hold(reader)).body!.cancel();
    whileHeld(new Response(null, { status: 204 }), watch.hold(reader));
    expect(watch.watched).toBe(0);
  });
});

it('lets nothing out while the database does not say whether access holds', async () => {
  const watch = new AccessWatch(web);
  const held = watch.hold(await signedIn());
  await held.confirm();
  const unlock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = database.sql.begin(async (transaction) => {
    await transaction`LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE`;
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  let isWithheld = false;
  // Confirmed by earlier checks until they are too old.
  while (!isWithheld) {
    const confirmation = held.confirm().then(() => true);
    const turn = new Promise<false>((resolve) => setImmediate(() => setImmediate(() => resolve(false))));
    if (await Promise.race([confirmation, turn])) continue;
    isWithheld = true;
    unlock.resolve();
    expect(await confirmation).toBe(true);
  }
  await lock;
  held.release();
});

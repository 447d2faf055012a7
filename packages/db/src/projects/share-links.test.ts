import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureProject } from './projects.ts';
import { insertTrace } from '../read/testing-rows.ts';
import { traceFind } from '../read/trace/trace-find.ts';
import { answersAmong } from './share-links-answers.ts';
import { createShareLink, findShareLink, listShareLinks, MAX_SHARE_LINKS, revokeShareLink } from './share-links.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

const TRACE_ID = 'aa'.repeat(16);
const SPAN = '11'.repeat(8);
const ALL = { thoughts: true, said: true, arguments: true, results: true };
const NONE = { thoughts: false, said: false, arguments: false, results: false };

let database: TestDatabase;
let trace: { projectId: string; traceId: string };
let foreign: { projectId: string; traceId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  const home = await ensureProject(sql, { slug: 'home', name: 'Home' });
  const other = await ensureProject(sql, { slug: 'other', name: 'Other' });
  trace = { projectId: home.id, traceId: TRACE_ID };
  foreign = { projectId: other.id, traceId: TRACE_ID };
  await sql`insert into users (id, name, email) values ('maker', 'Maker', 'maker@example.test')`;
  await insertTrace(sql, {
    ...trace,
    spans: [{ span_id: SPAN }],
    calls: [
      {
        span_id: SPAN,
        call_index: 0,
        tool_name: 'get_order',
        texts: { thoughts: ['a thought'], preamble: 'a saying', arguments: 'an argument', result: 'a result' },
      },
      { span_id: SPAN, call_index: 1, type: 'answer', tool_name: 'text_output', texts: { arguments: 'an answer' } },
    ],
  });
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.sql`delete from share_links`;
  await database.sql`insert into project_members (project_id, user_id, role) values (${trace.projectId}, 'maker', 'member') on conflict do nothing`;
});

const make = (shows = ALL, expiresInDays: number | null = null) =>
  createShareLink(database.sql, trace, { shows, expiresInDays, createdBy: 'maker' });

describe('a share link', () => {
  it('opens its trace with the chosen kinds of text, and records when', async () => {
    const shows = { ...NONE, said: true };
    const made = await make(shows, 7);
    expect(await listShareLinks(database.sql, trace)).toMatchObject([
      { lastUsedAt: null, createdBy: 'maker@example.test' },
    ]);
    expect(await findShareLink(database.sql, made!.token)).toMatchObject({ key: trace, shows });
    const [listed] = await listShareLinks(database.sql, trace);
    expect(listed).toMatchObject({ id: made!.id, shows, lastUsedAt: expect.any(Date) });
    expect(listed!.expiresAt!.getTime() - listed!.createdAt.getTime()).toBe(7 * 86_400_000);
  });

  it('has a token of 256 bits that is nowhere in the database', async () => {
    const { token } = (await make())!;
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows =
      await database.sql`select row_to_json(share_links)::text || encode(hash, 'escape') as row from share_links`;
    expect(rows[0]!.row).not.toContain(token);
    expect(rows[0]!.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it.each([['revoked_at = now()'], [`expires_at = now() - interval '1 second'`]])(
    'opens nothing when %s',
    async (change) => {
      const { token } = (await make())!;
      await database.sql.unsafe(`update share_links set ${change}`);
      expect(await findShareLink(database.sql, token)).toBeUndefined();
      expect(await listShareLinks(database.sql, trace)).toEqual([]);
    },
  );

  it('opens nothing while its creator is not a member, and is deleted with the account', async () => {
    const { token } = (await make())!;
    await database.sql`delete from project_members where user_id = 'maker'`;
    expect(await findShareLink(database.sql, token)).toBeUndefined();
    await database.sql`insert into users (id, name, email) values ('leaver', 'Leaver', 'leaver@example.test')`;
    await database.sql`update share_links set created_by = 'leaver'`;
    await database.sql`delete from users where id = 'leaver'`;
    expect(await database.sql`select from share_links`).toHaveLength(0);
  });

  it.each(['', 'x', 'a'.repeat(43), 'é'.repeat(43), "' or true --", 'a'.repeat(1_000_000), '\0'.repeat(43)])(
    'is not opened by a guess (%#)',
    async (token) => {
      await make();
      expect(await findShareLink(database.sql, token)).toBeUndefined();
    },
  );

  it('is created only for a trace of the project, and only up to a limit', async () => {
    const link = { shows: ALL, expiresInDays: 1, createdBy: 'maker' };
    expect(await createShareLink(database.sql, foreign, link)).toBeUndefined();
    for (let count = 0; count < MAX_SHARE_LINKS; count++) expect(await make()).toBeDefined();
    expect(await make()).toBeUndefined();
  });

  it('is listed and revoked from its own trace only, and once', async () => {
    const { id, token } = (await make())!;
    expect(await listShareLinks(database.sql, foreign)).toEqual([]);
    expect(await revokeShareLink(database.sql, foreign, id)).toBe(false);
    expect(await revokeShareLink(database.sql, { ...trace, traceId: 'bb'.repeat(16) }, id)).toBe(false);
    expect(await findShareLink(database.sql, token)).toBeDefined();
    expect(await revokeShareLink(database.sql, trace, id)).toBe(true);
    expect(await revokeShareLink(database.sql, trace, id)).toBe(false);
    expect(await findShareLink(database.sql, token)).toBeUndefined();
  });
});

describe('calls behind a share link', () => {
  const found = async (words: string, among: typeof ALL) =>
    (await traceFind(database.sql, trace, { words, limit: 10, among })).map(({ index }) => index);

  it.each([
    ['thoughts', 'a thought', 0],
    ['said', 'a saying', 0],
    ['said', 'an answer', 1],
    ['arguments', 'an argument', 0],
    ['results', 'a result', 0],
  ] as const)('finds %s where they are shown, and nowhere else: %s', async (kind, words, index) => {
    expect(await found(words, { ...NONE, [kind]: true })).toEqual([index]);
    expect(await found(words, { ...ALL, [kind]: false })).toEqual([]);
  });

  it('distinguishes answers from tool calls', async () => {
    const keys = [0, 1, 2].map((index) => ({ spanId: SPAN, index }));
    expect(await answersAmong(database.sql, trace, keys)).toEqual([{ spanId: SPAN, index: 1 }]);
    expect(await answersAmong(database.sql, foreign, keys)).toEqual([]);
  });
});

// Who can give, change and remove scores and comments, and what the audit log keeps of it.
import { createWriteBatch, ensureProject, MAX_SCORES_PER_TRACE, writeScores, type NewScore } from '@subtext/db';
import { storableSpan } from '@subtext/db/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOwner, type Owner } from '../testing/owner.ts';

let owner: Owner;
let projectId: string;

const TRACE = 'a'.repeat(32);
const SPAN = '1'.repeat(16);
const ofTrace = { project: 'default', trace: TRACE };

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  await createWriteBatch(sql)([{ ...storableSpan({ traceId: TRACE }), projectId }]);
  for (const [id, role] of [
    ['ada', 'member'],
    ['ben', 'member'],
    ['vera', 'viewer'],
  ] as const) {
    await owner.prisma.user.create({ data: { id, name: id, email: `${id}@example.test` } });
    await owner.prisma.projectMember.create({ data: { projectId, userId: id, role } });
  }
});
afterAll(() => owner.close());
beforeEach(async () => {
  await owner.database.sql`DELETE FROM scores`;
});

const sent = (fields: Partial<NewScore>): NewScore => ({
  ...{ projectId, traceId: TRACE, spanId: null, target: 'trace', name: 'quality', number: 1, label: null },
  ...{ thumbs: null, comment: null, source: 'otlp', authorId: null, keyId: null, idempotencyKey: randomUUID() },
  at: new Date().toISOString(),
  ...fields,
});

it('a score belongs to the user who gave it, and is stored once when it is sent twice', async () => {
  const ada = await owner.caller('ada');
  const score = { ...ofTrace, id: randomUUID(), name: 'quality', number: 0.5, comment: 'Short.' };
  await ada.scores.set(score);
  await ada.scores.set(score);
  expect(await ada.scores.list(ofTrace)).toMatchObject([
    { name: 'quality', number: 0.5, comment: 'Short.', author: 'ada@example.test', isMine: true, mayEdit: true },
  ]);
  const ben = await owner.caller('ben');
  expect(await ben.scores.list(ofTrace)).toMatchObject([{ isMine: false, mayEdit: false }]);
});

it('thumbs are one for each user and target, and the last one counts', async () => {
  const ada = await owner.caller('ada');
  const thumbs = (up: boolean, more = {}) =>
    ada.scores.set({ ...ofTrace, id: randomUUID(), name: 'thumbs', thumbs: up, ...more });
  await thumbs(true);
  await thumbs(false);
  await thumbs(true, { target: 'step', span: SPAN });
  await (await owner.caller('ben')).scores.set({ ...ofTrace, id: randomUUID(), name: 'thumbs', thumbs: true });
  const rows = (await ada.scores.list(ofTrace)).map(({ target, thumbs: up, isMine }) => ({ target, up, isMine }));
  expect(rows).toEqual(
    expect.arrayContaining([
      { target: 'trace', up: false, isMine: true },
      { target: 'step', up: true, isMine: true },
      { target: 'trace', up: true, isMine: false },
    ]),
  );
  expect(rows).toHaveLength(3);
});

it('thumbs that were removed can be given again at once', async () => {
  const ada = await owner.caller('ada');
  const thumbs = { ...ofTrace, id: randomUUID(), name: 'thumbs', thumbs: true };
  await ada.scores.set(thumbs);
  const [{ id } = { id: '' }] = await ada.scores.list(ofTrace);
  await ada.scores.remove({ ...ofTrace, id });
  await ada.scores.set(thumbs);
  expect(await ada.scores.list(ofTrace)).toMatchObject([{ id, thumbs: true }]);
});

it('only its author and owners can change or remove a score', async () => {
  const [ada, ben, vera, boss] = [
    await owner.caller('ada'),
    await owner.caller('ben'),
    await owner.caller('vera'),
    await owner.caller(),
  ];
  await ada.scores.set({ ...ofTrace, id: randomUUID(), name: 'quality', number: 1 });
  const [{ id } = { id: '' }] = await ada.scores.list(ofTrace);
  const change = { ...ofTrace, id, name: 'quality', label: 'bad' };
  await expect(ben.scores.change(change)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(ben.scores.remove({ ...ofTrace, id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(vera.scores.change(change)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(vera.scores.set({ ...change, id: randomUUID() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await ada.scores.change(change);
  expect(await vera.scores.list(ofTrace)).toMatchObject([{ label: 'bad', number: null, mayEdit: false }]);
  await boss.scores.remove({ ...ofTrace, id });
  await expect(ada.scores.change(change)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await ada.scores.list(ofTrace)).toEqual([]);
});

it('only owners can change a score that a program sent', async () => {
  await writeScores(owner.database.sql, [sent({})]);
  const ada = await owner.caller('ada');
  const [row] = await ada.scores.list(ofTrace);
  expect(row).toMatchObject({ source: 'otlp', isMine: false, mayEdit: false });
  expect(await (await owner.caller()).scores.list(ofTrace)).toMatchObject([{ isMine: false, mayEdit: true }]);
});

it('the audit log has each change, without the comment', async () => {
  const ada = await owner.caller('ada');
  await ada.scores.set({ ...ofTrace, id: randomUUID(), name: 'quality', number: 1, comment: 'a secret' });
  const [{ id } = { id: '' }] = await ada.scores.list(ofTrace);
  await ada.scores.change({ ...ofTrace, id, name: 'quality', number: 2, comment: 'a secret' });
  await ada.scores.remove({ ...ofTrace, id });
  const entries = await owner.database.sql<{ action: string; before: unknown; after: unknown; target: string }[]>`
    SELECT action, before, after, target FROM audit_entries WHERE actor_id = 'ada' ORDER BY id DESC LIMIT 3`;
  expect(entries.map(({ action }) => action)).toEqual(['scores.remove', 'scores.change', 'scores.set']);
  expect(entries[1]).toMatchObject({ target: TRACE, before: { id, number: 1 }, after: { number: 2 } });
  expect(JSON.stringify(entries)).not.toContain('a secret');
});

it.each([
  [{ name: 'quality' }, 'A score needs a value'],
  [{ number: 1 }, 'A score needs a name'],
  [{ name: 'quality', number: 1, thumbs: true }, 'one value'],
  [{}, 'A comment needs a text'],
  [{ comment: 'x', target: 'step' }, 'names its span'],
  [{ comment: 'x', span: SPAN }, 'names none'],
] as const)('%j is refused with what is missing', async (fields, message) => {
  const ada = await owner.caller('ada');
  await expect(ada.scores.set({ ...ofTrace, id: randomUUID(), ...fields })).rejects.toThrow(message);
});

it('an unknown trace, and one with too many scores, take no score', async () => {
  const ada = await owner.caller('ada');
  const score = { id: randomUUID(), name: 'quality', number: 1 };
  const nowhere = { project: 'default', trace: 'b'.repeat(32) };
  await expect(ada.scores.set({ ...nowhere, ...score })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await writeScores(
    owner.database.sql,
    Array.from({ length: MAX_SCORES_PER_TRACE }, () => sent({})),
  );
  await expect(ada.scores.set({ ...ofTrace, ...score })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('the list has what the scores of each trace say, and finds traces by them', async () => {
  await writeScores(owner.database.sql, [
    sent({ name: 'quality', number: 0.4 }),
    sent({ name: 'quality', number: 0.9, target: 'step', spanId: SPAN }),
    sent({ name: null, number: null, comment: 'A comment is no score.' }),
  ]);
  const quality = { name: 'quality', count: 2, up: 0, down: 0, categories: [], moreCategories: 0 };
  const scores = {
    scores: [{ ...quality, numbers: { least: 0.4, most: 0.9, mean: expect.closeTo(0.65) as number } }],
    more: 0,
  };
  // Scores have no text but their comments, so an analyst sees the same.
  await owner.prisma.user.create({ data: { id: 'anna', name: 'Anna', email: 'anna@example.test' } });
  await owner.prisma.projectMember.create({ data: { projectId, userId: 'anna', role: 'analyst' } });
  for (const caller of [await owner.caller(), await owner.caller('anna')]) {
    const list = (q: string) => caller.traces.list({ project: 'default', q, range: 'all', sort: 'age' });
    expect((await list('score:quality>0.5')).traces).toMatchObject([{ id: TRACE, scores }]);
    expect((await list('-score:quality')).traces).toEqual([]);
    const facets = { project: 'default', q: '', range: 'all', field: 'score' } as const;
    expect((await caller.traces.facets(facets)).values).toEqual([{ value: 'quality', count: 1 }]);
    const { csv } = await caller.traces.table({ project: 'default', q: '', range: 'all', sort: 'age' });
    expect(csv).toContain('""quality"":{""count"":2,""least"":0.4,""most"":0.9,""mean"":0.65');
    expect(csv).not.toContain('comment');
    const none = { scores: [], more: 0 };
    expect(await caller.scores.summaries({ project: 'default', traces: ['f'.repeat(32), TRACE] })).toMatchObject([
      none,
      scores,
    ]);
  }
});

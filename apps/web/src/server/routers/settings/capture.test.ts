// Access to masking rules, and that the saved rules are those that were shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOwner, type Owner } from '../../testing/owner.ts';

let owner: Owner;
const project = 'default';

beforeAll(async () => {
  owner = await openOwner();
});
afterAll(() => owner.close());

const caller = async () => (await owner.caller()).capture;

const level = 'full' as const;
const OPEN = { reasoning: level, text: level, arguments: level, results: level };
const rules = { capture: OPEN, limits: {}, mask: { keys: ['password'], patterns: [], entities: ['e-mail' as const] } };

describe('an owner', () => {
  it('finds no rules at first, saves some, and cannot overwrite what came between', async () => {
    const capture = await caller();
    expect(await capture.get({ project })).toMatchObject({ version: 0, updatedAt: null, problem: null });
    expect(await capture.set({ project, rules, seen: 0 })).toEqual({ version: 1 });
    expect(await capture.get({ project })).toMatchObject({ rules, version: 1, problem: null });
    await expect(capture.set({ project, rules, seen: 0 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await capture.set({ project, rules, seen: 1 })).toEqual({ version: 2 });
  });

  it('sees what a text would become, and nothing of it is stored', async () => {
    const capture = await caller();
    const text = '{"password":"hunter2","to":"a@b.example"}';
    expect(await capture.preview({ project, rules, kind: 'text', text })).toEqual({
      problem: null,
      text: '{"password":"[masked: by name]","to":"[masked: e-mail]"}',
    });
  });

  it('sees what a level and a limit leave of it, and a digest that no stored text has', async () => {
    const capture = await caller();
    const [arguments_, results] = ['hash', 'none'] as const;
    const tried = { ...rules, capture: { ...OPEN, arguments: arguments_, results }, limits: { reasoning: 200 } };
    const preview = async (kind: 'reasoning' | 'arguments' | 'results') =>
      (await capture.preview({ project, rules: tried, kind, text: `${'x'.repeat(300)} a@b.example` })).text;
    expect(await preview('reasoning')).toBe(`${'x'.repeat(200)}\n… [cut: 200 of 317 characters kept]`);
    expect(await preview('results')).toBeNull();
    const digest = await preview('arguments');
    expect(digest).toMatch(/^\[hashed: [0-9a-f]{32}, 317 characters\]$/);
    expect(await preview('arguments')).not.toBe(digest);
  });

  it('never sees the key of the digests, which stays the same after every save', async () => {
    const capture = await caller();
    const keys = async () => {
      const rows = await owner.database.sql`SELECT rules ->> 'hashKey' AS key FROM project_rules`;
      return rows.map((row) => row.key as string);
    };
    const [key] = await keys();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const hashed = { ...rules, capture: { ...OPEN, text: 'hash' as const } };
    expect(await capture.set({ project, rules: hashed, seen: 2 })).toEqual({ version: 3 });
    expect(await keys()).toEqual([key]);
    const shown = await capture.get({ project });
    expect(shown).toMatchObject({ rules: hashed, problem: null });
    expect(JSON.stringify(shown)).not.toContain(key);
    const forged = { ...rules, hashKey: 'a'.repeat(64) };
    await expect(capture.set({ project, rules: forged, seen: 3 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each(['(', '(?=a)', 'a*', '(a{500}){500}'])('gets an error for the unusable pattern %s', async (pattern) => {
    const capture = await caller();
    const broken = { ...rules, mask: { ...rules.mask, patterns: [{ name: 'mine', pattern }] } };
    const { problem, text } = await capture.preview({ project, rules: broken, kind: 'text', text: 'a' });
    expect([problem, text]).toEqual([expect.stringContaining('pattern “mine”'), null]);
    await expect(capture.set({ project, rules: broken, seen: 3 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('gets an error for unusable stored rules, and may replace them', async () => {
    await owner.database.sql`UPDATE project_rules SET rules = '{"mask":{"later":1}}', version = 7`;
    const capture = await caller();
    expect(await capture.get({ project })).toMatchObject({
      version: 7,
      problem: expect.stringContaining('cannot be used') as string,
    });
    expect(await capture.set({ project, rules, seen: 7 })).toEqual({ version: 8 });
  });
});

describe.each(['admin', 'member', 'viewer'])('a member with the role %s', (role) => {
  it('neither sees nor changes them', async () => {
    await owner.database.sql`UPDATE project_members SET role = ${role}`;
    const capture = await caller();
    const refused = { code: 'FORBIDDEN' };
    await expect(capture.get({ project })).rejects.toMatchObject(refused);
    await expect(capture.preview({ project, rules, kind: 'text', text: 'a' })).rejects.toMatchObject(refused);
    await expect(capture.set({ project, rules, seen: 8 })).rejects.toMatchObject(refused);
  });
});

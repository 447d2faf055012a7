// Who may see and change masking rules, and that what is saved is what was shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOwner, type Owner } from '../testing/owner.ts';

let owner: Owner;
const project = 'default';

beforeAll(async () => {
  owner = await openOwner();
});
afterAll(() => owner.close());

const caller = async () => (await owner.caller()).capture;

const level = 'full' as const;
const OPEN = { reasoning: level, text: level, arguments: level, results: level };
const rules = { capture: OPEN, mask: { keys: ['password'], patterns: [], entities: ['e-mail' as const] } };

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
    expect(await capture.preview({ project, rules, text })).toEqual({
      problem: null,
      text: '{"password":"[masked: by name]","to":"[masked: e-mail]"}',
    });
  });

  it.each(['(', '(?=a)', 'a*', '(a{500}){500}'])('is told that the pattern %s cannot be used', async (pattern) => {
    const capture = await caller();
    const broken = { ...rules, mask: { ...rules.mask, patterns: [{ name: 'mine', pattern }] } };
    const { problem, text } = await capture.preview({ project, rules: broken, text: 'a' });
    expect([problem, text]).toEqual([expect.stringContaining('pattern “mine”'), null]);
    await expect(capture.set({ project, rules: broken, seen: 2 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is told when the stored rules cannot be used, and may replace them', async () => {
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
    await expect(capture.preview({ project, rules, text: 'a' })).rejects.toMatchObject(refused);
    await expect(capture.set({ project, rules, seen: 8 })).rejects.toMatchObject(refused);
  });
});

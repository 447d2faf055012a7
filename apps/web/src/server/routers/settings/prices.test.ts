// Access to prices, and their separation by project.
import { ensureProject } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOwner, type Owner } from '../../testing/owner.ts';

let owner: Owner;
const project = 'default';

beforeAll(async () => {
  owner = await openOwner();
});
afterAll(() => owner.close());

const caller = async () => (await owner.caller()).prices;

const price = {
  provider: 'openai',
  model: 'my-model',
  validFrom: '2026-11-01T00:00:00.000Z',
  inputRate: 1_000_000_000,
  cacheReadRate: null,
  cacheWriteRate: null,
  cacheWriteHourRate: null,
  outputRate: 2_000_000_000,
  reasoningRate: null,
};

describe('an owner', () => {
  it('saves a price, finds it, and takes it back', async () => {
    const prices = await caller();
    const { id } = await prices.save({ project, ...price });
    expect(await prices.list({ project })).toMatchObject({ own: [{ id, ...price }], models: [], mayChange: true });
    expect(await prices.reprice({ project, id, after: null })).toEqual({ traces: 0, repriced: 0, next: null });
    await prices.drop({ project, id });
    await expect(prices.drop({ project, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(prices.reprice({ project, id, after: null })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    [{ inputRate: -1 }],
    [{ outputRate: 0.5 }],
    [{ outputRate: Number.MAX_SAFE_INTEGER }],
    [{ model: ' ' }],
    [{ model: 'a\0b' }],
    [{ validFrom: 'yesterday' }],
  ])('gets an error for the price %j', async (broken) => {
    const prices = await caller();
    await expect(prices.save({ project, ...price, ...broken })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('neither sees nor touches the prices of another project', async () => {
    const prices = await caller();
    const { id } = await prices.save({ project, ...price });
    const other = await ensureProject(owner.database.sql, { slug: 'other', name: 'Other' });
    await owner.database.sql`UPDATE project_prices SET project_id = ${other.id} WHERE id = ${id}`;
    expect(await prices.list({ project })).toMatchObject({ own: [] });
    await expect(prices.drop({ project, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(prices.reprice({ project, id, after: null })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(prices.list({ project: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe.each(['admin', 'member', 'viewer'])('a member with the role %s', (role) => {
  it('sees prices and changes none', async () => {
    await owner.database.sql`UPDATE project_members SET role = ${role}`;
    const prices = await caller();
    const refused = { code: 'FORBIDDEN' };
    expect(await prices.list({ project })).toMatchObject({ mayChange: false });
    await expect(prices.save({ project, ...price })).rejects.toMatchObject(refused);
    await expect(prices.reprice({ project, id: crypto.randomUUID(), after: null })).rejects.toMatchObject(refused);
  });
});

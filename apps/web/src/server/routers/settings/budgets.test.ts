// The procedures of budgets with a real database and the real gate.
import { auditPage } from '@subtext/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, type Owner } from '../../testing/owner.ts';
import { BUDGET } from '../../testing/procedure-inputs.ts';
import type { Caller } from '../index.ts';

const PROJECT = { project: 'default' };
const INPUT = { ...PROJECT, name: 'Monthly', budget: BUDGET } as Parameters<Caller['budgets']['create']>[0];

let owner: Owner;
let caller: Caller;
beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
});
afterAll(() => owner.close());

const projectId = async () => (await owner.prisma.project.findFirstOrThrow()).id;

it('keeps a budget to the cent, and what was changed in the audit log', async () => {
  const { id } = await caller.budgets.create({
    ...INPUT,
    budget: { ...INPUT.budget, dollars: 0.29, thresholds: [100, 50] },
  });
  const { budgets, mayChange } = await caller.budgets.list(PROJECT);
  expect(mayChange).toBe(true);
  expect(budgets).toMatchObject([
    {
      ...{ id, amount: 290_000_000n, condition: 'Spend of the project: $0.29 a month.', found: null },
      budget: { dollars: 0.29, thresholds: [50, 100] },
    },
  ]);
  await caller.budgets.change({ ...INPUT, id });
  await caller.budgets.remove({ ...PROJECT, id });
  const entries = await auditPage(owner.database.sql, { projectId: await projectId(), limit: 3 });
  expect(entries).toMatchObject([
    { action: 'budgets.remove', before: { dollars: 5 } },
    { action: 'budgets.change', before: { dollars: 0.29 }, after: { dollars: 5 } },
    { action: 'budgets.create', after: { dollars: 0.29 } },
  ]);
  await expect(caller.budgets.remove({ ...PROJECT, id })).rejects.toThrow('no such budget any more');
  await expect(caller.budgets.burnDown({ ...PROJECT, id })).rejects.toThrow('no such budget any more');
});

it('says that spend is not known while no call has a price, and forgets what was found in another period', async () => {
  const { id } = await caller.budgets.create(INPUT);
  const { sql } = owner.database;
  await sql`UPDATE budgets SET evaluated_at = now(), period_start = date_trunc('month', now()), unpriced = 3, calls = 3 WHERE id = ${id}`;
  const found = async () => (await caller.budgets.list(PROJECT)).budgets.find((budget) => budget.id === id)!.found;
  expect(await found()).toMatchObject({ spent: null, unpriced: 3, forecast: null });
  await sql`UPDATE budgets SET period_start = period_start - interval '1 month', spent = 1 WHERE id = ${id}`;
  expect(await found()).toBeNull();
  expect(await caller.budgets.burnDown({ ...PROJECT, id })).toMatchObject({ spent: 0n, earlier: [], forecast: null });
});

it.each([
  [{ dollars: 0 }, 'dollars'],
  [{ dollars: 1.005 }, 'whole cents'],
  [{ subjectName: 'planner' }, 'has none'],
  [{ subject: 'agent' }, 'needs its name'],
  [{ thresholds: [50, 50] }, 'there once'],
  [{ thresholds: [] }, 'thresholds'],
] as const)('refuses %o', async (some, why) => {
  const budget = { ...INPUT.budget, ...some } as typeof INPUT.budget;
  await expect(caller.budgets.create({ ...INPUT, budget })).rejects.toThrow(why);
});

it('lets members see budgets, and only owners change them', async () => {
  const { sql } = owner.database;
  await sql`DELETE FROM organization_members`;
  await sql`UPDATE project_members SET role = 'member'`;
  expect(await caller.budgets.list(PROJECT)).toMatchObject({ mayChange: false });
  await expect(caller.budgets.create(INPUT)).rejects.toThrow('Only an owner');
});

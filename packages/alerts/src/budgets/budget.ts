/** What a budget is: whose spend may be how much in which period, and where its messages go. */
import * as z from 'zod';
import type { SavedBudget } from '@subtext/db';
import { NAME } from '../rule.ts';

const CENTS_PER_DOLLAR = 100;
const NANOS_PER_CENT = 10_000_000n;
const NANOS_PER_DOLLAR = 1e9;

/** Below the largest number of nano-dollars that a column holds. */
const MAX_DOLLARS = 1_000_000_000;

const DOLLARS = z
  .number()
  .min(0.01)
  .max(MAX_DOLLARS)
  .refine((dollars) => Math.abs(dollars * CENTS_PER_DOLLAR - Math.round(dollars * CENTS_PER_DOLLAR)) < 1e-4, {
    message: 'An amount has whole cents.',
  });

export const BUDGET = z
  .strictObject({
    subject: z.enum(['project', 'agent', 'user']),
    /** The agent or the user, as the sender named it; null for the project. */
    subjectName: NAME.nullable(),
    dollars: DOLLARS,
    /** In UTC. A week begins on Monday. */
    period: z.enum(['day', 'week', 'month']),
    /** In percent of the amount: spend that reaches one sends a message. */
    thresholds: z.array(z.int().min(1).max(1_000)).min(1).max(10),
    destinations: z.array(z.uuid()).max(20),
  })
  .superRefine(({ subject, subjectName, thresholds }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((subject === 'project') !== (subjectName === null))
      issue('subjectName', 'A budget of an agent or user needs its name, and one of the project has none.');
    if (new Set(thresholds).size < thresholds.length) issue('thresholds', 'Each threshold is there once.');
  });
export type Budget = z.infer<typeof BUDGET>;

export const savedBudget = (name: string, { dollars, thresholds, ...budget }: Budget): SavedBudget => ({
  ...budget,
  name,
  amount: BigInt(Math.round(dollars * CENTS_PER_DOLLAR)) * NANOS_PER_CENT,
  thresholds: thresholds.toSorted((one, other) => one - other),
});

export function budgetOfRow({ subject, subjectName, amount, period, thresholds, destinations }: SavedBudget): Budget {
  return { subject, subjectName, dollars: dollarsOf(amount), period, thresholds, destinations };
}

export const dollarsOf = (nanos: bigint): number => Number(nanos) / NANOS_PER_DOLLAR;

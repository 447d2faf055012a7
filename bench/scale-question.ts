/** What a question is, and what the questions of all screens share: time budgets, the range, and the list of traces. */
import { traceList, type Sql, type TraceCondition, type TraceSort } from '@subtext/db';

export interface Subject {
  sql: Sql;
  projectId: string;
  /** The trace with the most steps up to 10,000, which has budgets. `largestId` is the largest of all. */
  traceId: string;
  largestId: string;
  sessionId: string | null;
}

export interface Question {
  name: string;
  budgetMs: number;
  /** Resolves to the number of rows in the result. */
  ask(subject: Subject): Promise<number>;
}

export const LIST_MS = 200;
export const SEARCH_MS = 500;
export const COSTS_MS = 400;
export const SKELETON_MS = 300;
/** Two queries for each side of a comparison, which is asked for seldom. */
export const RELEASES_MS = 1_000;
/** Part of the three seconds until the first row of a trace with 100,000 steps is visible. */
export const LARGEST_MS = 2_000;

type Plain = TraceCondition extends infer One
  ? One extends unknown
    ? Omit<One, 'negated'> & { negated?: boolean }
    : never
  : never;

/** `cost.asc` sorts the lowest cost first. */
export type Order = TraceSort | `${TraceSort}.asc`;

export function listed(name: string, conditions: (subject: Subject) => Plain[], order: Order = 'age'): Question {
  const [sort, direction] = order.split('.') as [TraceSort, 'asc'?];
  const ask = async (subject: Subject) => {
    const filter = {
      projectId: subject.projectId,
      from: null,
      to: null,
      conditions: conditions(subject).map((one) => ({ negated: false, ...one }) as TraceCondition),
    };
    const { rows } = await traceList(subject.sql, {
      ...filter,
      sort,
      ascending: direction === 'asc',
      limit: 50,
      after: null,
    });
    return rows.length;
  };
  return { name: `list${name}`, budgetMs: LIST_MS, ask };
}

/** The last 30 days. */
export const range = (projectId: string) => ({
  projectId,
  from: new Date(Date.now() - 30 * 86_400_000),
  to: new Date(),
});
export const traces = (projectId: string) => ({ ...range(projectId), conditions: [] as TraceCondition[] });

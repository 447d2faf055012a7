/** Which traces a deletion is of: one stored shape for a user, a session, a tag, and a filter of the trace list. */
import type { Fragment } from 'postgres';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { traceFilter } from '../read/traces/trace-list-row.ts';
import type { TraceCondition } from '../read/traces/trace-conditions.ts';

export const DELETION_KINDS = ['user', 'session', 'tag', 'filter'] as const;
export type DeletionKind = (typeof DELETION_KINDS)[number];

/** As it was asked for. */
export interface DeletionTarget {
  kind: DeletionKind;
  /** The id of the user or session, the tag, or the text of the filter. */
  value: string;
  /** Half-open range of the start of the trace, in ISO 8601; null = unbounded. */
  from: string | null;
  to: string | null;
}

export interface DeletionCondition extends DeletionTarget {
  /** What `value` means, parsed when it was asked for; a later version may read a filter differently. */
  conditions: readonly TraceCondition[];
}

/** A condition on `traces t`. */
export function isToDelete(
  sql: Sql | TransactionSql,
  projectId: string,
  { conditions, from, to }: DeletionCondition,
): Fragment {
  const moment = (iso: string | null) => (iso === null ? null : new Date(iso));
  return traceFilter(sql as Sql, { projectId, conditions, from: moment(from), to: moment(to) });
}

const KIND_WORDS: Readonly<Record<DeletionKind, string>> = {
  user: 'User',
  session: 'Session',
  tag: 'Tag',
  filter: 'Filter',
};

/** The target as people read it: `User 4711, from 2026-11-01T00:00:00.000Z`. */
export function deletionWords({ kind, value, from, to }: DeletionTarget): string {
  const range = [from === null ? '' : `, from ${from}`, to === null ? '' : `, before ${to}`];
  return `${KIND_WORDS[kind]} ${value === '' ? '(any)' : value}${range.join('')}`;
}

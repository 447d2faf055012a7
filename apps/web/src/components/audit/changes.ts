// The values of an entry before and after, as one line for each.
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

/** An entry of the log of a project; that of an organization has the same form. */
export type AuditRow = RouterOutputs['audit']['list']['items'][number];

/** `ci → build`; only the value that there is when something was added or removed. */
export function changesOf(before: AuditRow['before'], after: AuditRow['after']): { name: string; text: string }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => {
    const values = [before?.[name], after?.[name]].filter((value) => value !== undefined);
    return { name, text: values.map(textOf).join(' → ') };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

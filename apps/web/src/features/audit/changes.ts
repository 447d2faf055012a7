// The values of an entry before and after, as one line for each.
import type { RouterOutputs } from '../../lib/requests/trpc.ts';

type Values = RouterOutputs['audit']['list']['items'][number]['before'];

/** `ci → build`; only the value that there is when something was added or removed. */
export function changesOf(before: Values, after: Values): { name: string; text: string }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => {
    const values = [before?.[name], after?.[name]].filter((value) => value !== undefined);
    return { name, text: values.map(textOf).join(' → ') };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Requests of model calls that do not think: known by their path, since their bodies may be forms with files. */
import { taskTarget, type FileFacts, type TaskTarget } from '@subtext/reasoning';
import { memoized } from '../platform/memoized.ts';

/** undefined: the address asks for no task. */
export const taskAt: (url: string) => TaskTarget | undefined = memoized((url) => {
  const path = URL.parse(url, 'http://localhost')?.pathname;
  return path === undefined ? undefined : taskTarget(path);
});

/** No request of a task has more fields. */
const MAX_FIELDS = 100;

/**
 * The body of an upload as JSON text, without its files: their types and sizes stand in their places. Forms in other
 * forms (streams, bytes) cannot be read without delaying them, so their fields are unknown. undefined: no task.
 */
export function taskForm(url: string, init: RequestInit | undefined): string | undefined {
  const body = init?.body ?? undefined;
  if (body === undefined || taskAt(url) === undefined) return undefined;
  if (!(body instanceof FormData)) return '{}';
  const fields: Record<string, (string | FileFacts)[]> = Object.create(null) as Record<string, never>;
  let count = 0;
  for (const [name, value] of body) {
    if ((count += 1) > MAX_FIELDS) break;
    (fields[name.replace(/\[\]$/, '')] ??= []).push(typeof value === 'string' ? value : fileFacts(value));
  }
  return JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, single(values)])));
}

const single = <Value>(values: readonly Value[]): Value | readonly Value[] =>
  values.length === 1 && values[0] !== undefined ? values[0] : values;

const fileFacts = ({ type, size }: File): FileFacts => ({ file: true, bytes: size, ...(type !== '' && { type }) });

/**
 * Says at the end of a process which model calls `register` could not observe: those whose request its taps could not
 * read, and those of transports that it only knows by name.
 */
import { guarded, report } from '../platform/report.ts';

/** A program with more hosts than this is not a program that calls models. */
const MAX_HOSTS = 100;

/** Calls by host. */
const unseen = new Map<string, number>();

export function countUnseen(address: string): void {
  const host = URL.parse(address)?.host;
  if (!host || (unseen.size >= MAX_HOSTS && !unseen.has(host))) return;
  unseen.set(host, (unseen.get(host) ?? 0) + 1);
}

export function nameUnseenCalls(): void {
  process.on('exit', () => guarded('name the calls that were not seen', reportUnseen));
}

function reportUnseen(): void {
  if (unseen.size === 0) return;
  const named = [...unseen].map(([host, calls]) => `${host} (${calls} ${calls === 1 ? 'call' : 'calls'})`).join(', ');
  report(
    'unseen calls',
    () =>
      `Model calls were not recorded, because their requests could not be read: ${named}. Give observe() the client, or observeFetch() to what takes a fetch.`,
  );
}

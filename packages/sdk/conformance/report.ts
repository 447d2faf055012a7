/** The runner's output: a table api × streamed, every miss with expected and got, every room that was used, and the last line. */
import type { Miss, Room } from './compare.ts';
import type { Recording } from './recording.ts';

export interface CaseResult {
  recording: Recording;
  misses: Miss[];
  rooms: Room[];
}

const MAX_SHOWN = 400;

export function printReport(results: readonly CaseResult[]): void {
  for (const result of results) printMisses(result);
  printRooms(results);
  printTable(results);
  const exactly = results.filter(isExact).length;
  console.log(`\n${exactly} passed, ${results.length - exactly} failed`);
}

function isExact({ misses }: CaseResult): boolean {
  return misses.length === 0;
}

function printMisses({ recording, misses }: CaseResult): void {
  if (misses.length === 0) return;
  console.log(`\n✗ ${recording.provider}/${recording.id} (${recording.api})`);
  for (const { where, expected, got } of misses) {
    console.log(`  ${where}\n    expected ${shown(expected)}\n    got      ${shown(got)}`);
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}

function printRooms(results: readonly CaseResult[]): void {
  const byReason = new Map<string, { tag: string; ids: string[] }>();
  for (const { recording, rooms } of results) {
    for (const { tag, why } of rooms) {
      const entry = byReason.get(why) ?? { tag, ids: [] };
      entry.ids.push(recording.id);
      byReason.set(why, entry);
    }
  }
  if (byReason.size > 0) console.log('\nWhere the recordings leave room:');
  for (const [why, { tag, ids }] of byReason) console.log(`  ${tag}: ${why}\n    ${ids.join(', ')}`);
}

function printTable(results: readonly CaseResult[]): void {
  const apis = [...new Set(results.map(({ recording }) => recording.api))].sort();
  const rows = apis.map((api) => [api, ...[false, true].map((streamed) => exact(results, api, streamed))]);
  const header = ['api', 'whole', 'streamed'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n${line(header)}`);
  for (const row of rows) console.log(line(row));
}

function exact(results: readonly CaseResult[], api: string, streamed: boolean): string {
  const cases = results.filter(
    ({ recording }) => recording.api === api && (recording.streaming !== false) === streamed,
  );
  return cases.length === 0 ? '–' : `${cases.filter(isExact).length} / ${cases.length}`;
}

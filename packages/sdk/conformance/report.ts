/**
 * Prints the runner's output: a table of API × streamed, every miss with the expected and the actual value, every
 * allowed difference that occurred, and a summary line.
 */
import type { Miss } from './compare.ts';
import type { AllowedDifference } from './allowed-differences.ts';
import type { Recording } from './recording.ts';

export interface CaseResult {
  recording: Recording;
  misses: Miss[];
  allowed: AllowedDifference[];
}

const MAX_SHOWN = 400;

export function printReport(results: readonly CaseResult[]): void {
  for (const result of results) printMisses(result);
  printDifferences(results);
  printTable(results);
  const exactly = results.filter(isExact).length;
  console.log(`\n${exactly} passed, ${results.length - exactly} failed`);
}

export function isExact({ misses }: CaseResult): boolean {
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

export interface UsedDifference extends AllowedDifference {
  /** The cases with this difference. */
  ids: string[];
}

/** Groups by reason, because one tag may have several. */
export function usedDifferences(results: readonly CaseResult[]): UsedDifference[] {
  const byReason = new Map<string, UsedDifference>();
  for (const { recording, allowed: differences } of results) {
    for (const { tag, why } of differences) {
      const used = byReason.get(why) ?? { tag, why, ids: [] };
      used.ids.push(recording.id);
      byReason.set(why, used);
    }
  }
  return [...byReason.values()];
}

function printDifferences(results: readonly CaseResult[]): void {
  const differences = usedDifferences(results);
  if (differences.length > 0) console.log('\nAllowed differences:');
  for (const { tag, why, ids } of differences) console.log(`  ${tag}: ${why}\n    ${ids.join(', ')}`);
}

/** The rows of the table, header first. */
function resultTable(results: readonly CaseResult[]): string[][] {
  const apis = [...new Set(results.map(({ recording }) => recording.api))].sort();
  const rows = apis.map((api) => [api, ...[false, true].map((streamed) => exact(results, api, streamed))]);
  return [['api', 'whole', 'streamed'], ...rows];
}

function printTable(results: readonly CaseResult[]): void {
  console.log('');
  for (const row of padded(resultTable(results))) console.log(row.join('  ').trimEnd());
}

/** Pads the cells of each column to its widest cell. */
export function padded(table: readonly string[][]): string[][] {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
}

function exact(results: readonly CaseResult[], api: string, streamed: boolean): string {
  const cases = results.filter(
    ({ recording }) => recording.api === api && (recording.streaming !== false) === streamed,
  );
  return cases.length === 0 ? '–' : `${cases.filter(isExact).length} / ${cases.length}`;
}

'use client';
import { saveFile } from './save-file.ts';

/** Downloads a table as a CSV file; `parts` is its text in order, lines of lib/files/csv.ts. */
export function saveCsv(name: string, parts: readonly string[]): void {
  // The byte order mark marks the file as UTF-8 for spreadsheets.
  saveFile(`${name}.csv`, ['\uFEFF', ...parts], 'text/csv');
}

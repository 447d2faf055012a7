'use client';
import { saveFile } from './save-file.ts';

/** Saves a table as a file of the browser; `parts` are its text in order, lines of lib/csv.ts. */
export function saveCsv(name: string, parts: readonly string[]): void {
  // The mark in front tells spreadsheets that it is UTF-8.
  saveFile(`${name}.csv`, ['\uFEFF', ...parts], 'text/csv');
}

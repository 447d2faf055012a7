'use client';
/** Saves a table as a file of the browser; `parts` are its text in order, lines of lib/csv.ts. */
export function saveCsv(name: string, parts: readonly string[]): void {
  // The mark in front tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}

/** The browser reads it after the click, at a time that nobody tells. */
const RELEASE_AFTER_MS = 60_000;

/** Reads the local data for the tools: JSON files, and Markdown files by section. */
import { readFileSync } from 'node:fs';

export function readJson<T>(name: string): T {
  return JSON.parse(readData(name)) as T;
}

/** The sections of a Markdown file, by heading. */
export function readSections(name: string): Map<string, string> {
  const [, ...sections] = readData(name).split(/^## /m);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    }),
  );
}

function readData(name: string): string {
  return readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');
}

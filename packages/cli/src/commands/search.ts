// subtext search: steps whose thoughts contain words.
import { findConnection } from '../api/connection.ts';
import { read } from '../api/read.ts';
import { write, writeDim, writeJson, writeLine, writeText } from '../output/output.ts';
import type { ListOptions } from './options.ts';

interface Hit {
  trace_id: string;
  step: string | null;
  asked: string | null;
  tool: string;
  thought: string | null;
  said: string | null;
  arguments: string | null;
  result: string | null;
  answer: string | null;
}

interface Hits {
  rows: Hit[];
  next: string | null;
  total: { hits: number; traces: number; capped: boolean };
}

interface SearchOptions extends Pick<ListOptions, 'range' | 'json'> {
  in: string;
  cursor?: string;
}

const TEXTS = ['thought', 'said', 'arguments', 'result', 'answer'] as const;

export async function search(
  words: readonly string[],
  { in: fields, range, cursor, json }: SearchOptions,
): Promise<void> {
  const connection = await findConnection();
  const found = await read<Hits>(connection, 'search', { q: words.join(' '), in: fields, range, cursor });
  if (json) return writeJson(found);
  const { hits, traces, capped } = found.total;
  writeLine(
    `${capped ? 'At least ' : ''}${hits} ${hits === 1 ? 'hit' : 'hits'} in ${traces} ${traces === 1 ? 'run' : 'runs'}.`,
  );
  for (const hit of found.rows) {
    write('');
    writeLine(`${hit.trace_id}${hit.step === null ? '' : ` step ${hit.step}`}, led to ${hit.tool}`);
    if (hit.asked !== null) writeDim(hit.asked);
    for (const name of TEXTS) if (hit[name] !== null) writeText(name, hit[name]);
  }
  if (found.next !== null) writeDim(`More: add --cursor ${found.next}`);
}

// Findings with the texts that the reader may see.
import type { FindingRow } from '@subtext/db';
import type { StoredEvidence, StoredOrigin } from '@subtext/evidence';
import type { EvidenceTexts } from './evidence-texts.ts';

export interface ShownFinding extends Omit<FindingRow, 'evidence'> {
  evidence: ShownEvidence[];
}

/** Texts are null when the reader may not see them, or they are not stored any more. */
export type ShownEvidence =
  | { kind: 'quote'; spanId: string; index: number; before: string; text: string | null; after: string }
  | { kind: 'value'; name: string; value: string | number | null }
  | { kind: 'reference'; spanId: string; callIndex: number | null }
  | { kind: 'argument'; path: StoredOrigin['path']; value: string | null };

const AROUND = 80;

/** `texts` null: the reader may read none. */
export async function shownFindings(rows: readonly FindingRow[], texts: EvidenceTexts | null): Promise<ShownFinding[]> {
  const findings: ShownFinding[] = [];
  for (const row of rows)
    findings.push({ ...row, evidence: texts ? await shownEvidence(row, texts) : withoutTexts(row) });
  return findings;
}

async function shownEvidence({ evidence }: FindingRow, texts: EvidenceTexts): Promise<ShownEvidence[]> {
  const shown: ShownEvidence[] = [];
  for (const entry of evidence as StoredEvidence[]) {
    if (entry.kind === 'quote') shown.push(await quoted(entry, texts));
    else if (entry.kind === 'argument') shown.push({ ...entry, value: null });
    else shown.push(entry);
  }
  return shown;
}

async function quoted(
  { spanId, index, block, from, to }: StoredEvidence & { kind: 'quote' },
  texts: EvidenceTexts,
): Promise<ShownEvidence> {
  const thought = await texts.thought({ spanId, index, block });
  if (thought === null) return { kind: 'quote', spanId, index, before: '', text: null, after: '' };
  const cut = (start: number, end: number) => thought.slice(Math.max(0, start), end).toWellFormed();
  const before = `${from > AROUND ? '…' : ''}${cut(from - AROUND, from)}`;
  const after = `${cut(to, to + AROUND)}${thought.length > to + AROUND ? '…' : ''}`;
  return { kind: 'quote', spanId, index, before, text: cut(from, to), after };
}

/** Compared values may be words of a thought, or counts of its characters. */
const withoutTexts = ({ evidence }: FindingRow): ShownEvidence[] =>
  (evidence as StoredEvidence[]).filter((entry) => entry.kind === 'reference');

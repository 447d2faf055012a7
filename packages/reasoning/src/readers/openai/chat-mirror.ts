/**
 * Some hosts send one thought twice at once, in a field and as tags in the content (llama.cpp's legacy mode, MiniMax):
 * then the field counts. Part of chat-choice.ts.
 */
import type { Entry } from './chat-entries.ts';
import type { ReasoningPiece, ReasoningSource } from './chat-reasoning-fields.ts';
import { splitThinkTags } from '../think-tags.ts';

/**
 * The entries without the tags that repeat `source`; unchanged when the tags say something else. In a stream the two
 * alternate delta by delta: what they split of each other is merged again.
 */
export function withoutMirroredTags(entries: readonly Entry[], source: ReasoningSource | undefined): readonly Entry[] {
  const firstCall = entries.findIndex((entry) => entry.kind === 'call' || entry.kind === 'executed');
  const before = firstCall < 0 ? entries : entries.slice(0, firstCall);
  const thoughts = before.filter((entry) => entry.kind === 'reasoning' && entry.source === source);
  const answerBefore = before.map((entry) => (isAnswer(entry) ? entry.text : '')).join('');
  if (thoughts.length === 0 || answerBefore === '') return entries;
  const segments = splitThinkTags(answerBefore);
  const tagged = segments.map(({ kind, text }) => (kind === 'reasoning' ? text.trim() : '')).join('');
  const thought = thoughts.map((entry) => (entry.kind === 'reasoning' ? entry.text : '')).join('');
  if (tagged === '' || tagged !== thought.trim()) return entries;
  const answer = segments.map(({ kind, text }) => (kind === 'text' ? text : '')).join('');
  const taken = new Set(thoughts);
  const silent = before.filter((entry) => !taken.has(entry) && !isAnswer(entry));
  const rest = firstCall < 0 ? [] : entries.slice(firstCall);
  return [...wholeThoughts(thoughts), ...silent, ...answerEntry(answer), ...rest];
}

function isAnswer(entry: Entry): entry is Extract<Entry, { kind: 'text' }> {
  return entry.kind === 'text' && !entry.refusal;
}

function answerEntry(text: string): Entry[] {
  return text === '' ? [] : [{ kind: 'text', text, refusal: false, flagged: 0 }];
}

/** Merges the pieces of one block, up to its signature. */
function wholeThoughts(entries: readonly Entry[]): Entry[] {
  const blocks: ReasoningPiece[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'reasoning') continue;
    const open = blocks.at(-1);
    if (open?.block !== entry.block || open.seal.signature !== undefined) blocks.push({ ...entry });
    else Object.assign(open, { text: open.text + entry.text, seal: { ...open.seal, ...entry.seal } });
  }
  return blocks;
}

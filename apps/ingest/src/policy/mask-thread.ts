/** Runs in a separate thread: texts in, masked texts out, by the rules sent with each. Started by mask-elsewhere.ts. */
import { parentPort } from 'node:worker_threads';
import { compileRules, type Masker } from '@subtext/privacy';
import type { MaskAnswer, MaskRequest } from './mask-elsewhere.ts';

const MAX_CACHED = 100;
const maskers = new Map<string, Masker | undefined>();

function maskerOf(rules: unknown): Masker | undefined {
  const key = JSON.stringify(rules);
  if (!maskers.has(key)) {
    if (maskers.size >= MAX_CACHED) maskers.clear();
    maskers.set(key, compileRules(rules).masker);
  }
  return maskers.get(key);
}

function answerTo({ id, rules, text }: MaskRequest): MaskAnswer {
  try {
    const masking = maskerOf(rules)?.begin();
    if (masking === undefined) return { id, failed: true };
    return { id, masked: { text: masking.text(text), reasons: [...masking.reasons] } };
  } catch {
    // The message is left out: it may quote the text.
    return { id, failed: true };
  }
}

parentPort?.on('message', (request: MaskRequest) => parentPort?.postMessage(answerTo(request)));

/**
 * Gemini CLI: Gemini's contents in place of the conventions' messages, one per chunk of a stream; texts are cut at
 * 10,000 characters.
 */
import {
  attributeJson,
  attributeList,
  GEN_AI,
  parseCutJson,
  providerInput,
  providerOutput,
  recordOf,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

const SCOPE = 'gemini-cli';

export const GEMINI_CLI: Convention = {
  name: 'gemini-cli',
  detects: ({ scope, span }) => scope === SCOPE || span.startsWith('gemini_cli.'),
  readsGenAi: true,
  messages: {
    input: ({ read }, options) => {
      const contents = contentsIn(read(GEN_AI.inputMessages));
      return providerInput({ contents }, options);
    },
    output: ({ read }, options) => {
      const parts = joined(answerIn(read).flatMap(({ parts: some }) => some ?? []));
      return parts.length === 0 ? [] : providerOutput({ candidates: [{ content: { role: 'model', parts } }] }, options);
    },
  },
};

/** A cut text ends with `...[TRUNCATED: original length 12345]`. */
const CUT = /\.\.\.\[TRUNCATED: original length \d+\]$/;

/** What the sender wrote, also when it was cut. */
export function geminiCliJson(value: unknown): unknown {
  return typeof value === 'string' && CUT.test(value) ? parseCutJson(value.replace(CUT, '')) : attributeJson(value);
}

/** A span carries the contents; a log record carries the original bodies, one per chunk of a stream. */
function answerIn(read: SentSpan['read']): Record<string, unknown>[] {
  const contents = contentsIn(read(GEN_AI.outputMessages));
  if (contents.length > 0) return contents;
  const responseText = geminiCliJson(read('response_text'));
  const bodies: unknown[] = Array.isArray(responseText) ? responseText : [responseText];
  return contentsIn(bodies.map((body) => recordOf(attributeList(recordOf(body).candidates)?.[0]).content));
}

function contentsIn(value: unknown): Record<string, unknown>[] {
  const response = geminiCliJson(value);
  const contents: unknown[] = Array.isArray(response) ? response : [response];
  return contents.map(recordOf).filter(({ parts }) => Array.isArray(parts));
}

/** Merges the chunks of one text or one thought. */
function joined(parts: readonly unknown[]): Record<string, unknown>[] {
  const whole: Record<string, unknown>[] = [];
  for (const part of parts.map(recordOf)) {
    const before = whole.at(-1);
    const isMore = typeof before?.text === 'string' && typeof part.text === 'string' && before.thought === part.thought;
    if (isMore)
      whole[whole.length - 1] = { ...before, ...part, text: `${before.text as string}${part.text as string}` };
    else whole.push(part);
  }
  return whole;
}

/** A step as Markdown, for a ticket or a chat: its thoughts, its calls with arguments and results, what it cost. */
import type { useTRPCClient } from '../../lib/trpc.ts';
import type { Call } from './join-calls.ts';
import { callOutcome, paidSentence, whySentence } from './sentences.ts';
import { callLabel, type Step } from './step-tree.ts';
import type { TraceAddress } from './use-trace.ts';

type Client = ReturnType<typeof useTRPCClient>;

export async function stepMarkdown(client: Client, address: TraceAddress, step: Step): Promise<string> {
  const text = async (key: string | undefined, field: 'thought' | 'preamble' | 'arguments' | 'result') => {
    const [spanId = '', index = '0'] = (key ?? '').split(':');
    if (!spanId) return '';
    const found = await client.trace.text.query({
      ...address,
      spanId,
      index: Number(index),
      field,
      block: 0,
      offset: 0,
    });
    return found?.text ?? '';
  };
  const key = step.calls[0]?.key;
  const calls = await Promise.all(
    step.calls.map(async (call, index) => {
      const given = await text(call.key, 'arguments');
      const result = await text(resultKey(call), 'result');
      const lines = [
        `**${callLabel(step, index)} ${call.tool}** ${callOutcome(call)}`,
        fenced(given),
        result && `Result:\n\n${fenced(result)}`,
      ];
      return lines.filter(Boolean).join('\n\n');
    }),
  );
  const thought = step.thought.characters > 0 ? quoted(await text(key, 'thought')) : '';
  const said = step.thought.hasPreamble ? await text(key, 'preamble') : '';
  const parts = [`### Step ${step.number}`, whySentence(step), thought, said, ...calls, paidSentence(step)];
  return parts.filter(Boolean).join('\n\n');
}

/** Who has the result: the span that ran the call, else the response itself (server tools), else the request that carried it back. */
export const resultKey = (call: Call): string | undefined => {
  const row = call.ran ?? call.told ?? call.asked;
  return row ? `${row.spanId}:${row.index}` : undefined;
};

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** A fence longer than any in the text. */
function fenced(text: string): string {
  if (!text) return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** A step as Markdown, for a ticket or a chat: its thoughts, its calls with arguments and results, what it cost. */
import type { useTRPCClient } from '../../lib/trpc.ts';
import type { Call } from '../../lib/steps/joined-call.ts';
import { callOutcome, hasText, paidSentence, whySentence } from '../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../lib/steps/step-tree.ts';
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
  const thoughtKey = step.thought.key ?? undefined;
  const calls = await Promise.all(
    step.calls.map(async (call, index) => {
      const given = await text(call.key, 'arguments');
      const results = await Promise.all(resultKeys(call).map((from) => text(from, 'result')));
      const result = results.find(Boolean) ?? '';
      const lines = [
        `**${callLabel(step, index)} ${call.tool}** ${callOutcome(call)}`,
        fenced(given),
        result && `Result:\n\n${fenced(result)}`,
      ];
      return lines.filter(Boolean).join('\n\n');
    }),
  );
  const thought = hasText(step.thought) ? quoted(await text(thoughtKey, 'thought')) : '';
  const said = step.thought.hasPreamble ? await text(thoughtKey, 'preamble') : '';
  const parts = [`### Step ${step.number}`, whySentence(step), thought, said, ...calls, paidSentence(step)];
  return parts.filter(Boolean).join('\n\n');
}

/** Who may have the result, the likeliest first: the span that ran the call, the request that carried it back, the response (server tools). */
export const resultKeys = ({ ran, told, asked }: Call): string[] =>
  [ran, told, asked].flatMap((row) => (row ? [`${row.spanId}:${row.index}`] : []));

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

/** A step as Markdown, for a ticket or a chat: its thoughts, its calls with arguments and results, its cost. */
import { callOutcome } from '../../../lib/steps/call-outcome.ts';
import { hasText, paidSentence, whySentence } from '../../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../../lib/steps/step-tree.ts';
import type { StepTexts } from './step-texts.ts';

export function stepMarkdown(step: Step, texts: StepTexts): string {
  const thought = hasText(step.thought) ? texts.thoughts.map(quoted).join('\n\n') : '';
  const isAnswer = step.kind === 'answer' || step.kind === 'trailing';
  const calls = step.calls.map((call, index) => {
    const { given, result } = texts.calls[index] ?? { given: null, result: null };
    if (isAnswer) return given ?? '';
    const name = `**${callLabel(step, index)}** \`${inline(call.tool)}\` ${callOutcome(call)}`;
    return [name, given && fenced(given), result && `Result:\n\n${fenced(result)}`].filter(Boolean).join('\n\n');
  });
  const parts = [`### Step ${step.number}`, whySentence(step), thought, texts.said, ...calls, paidSentence(step)];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Inside single backticks. */
const inline = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('`', '’');

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, run) => Math.max(most, run[0].length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

// suggest_settings: the advice of the Costs screen.
import * as z from 'zod';
import { exactCount, money, plural } from '../../../lib/figures/format.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { AnswerText } from '../writing/answer-text.ts';
import { pageLink } from '../../runs/links.ts';
import { BUDGET, costsOf, Q, RANGE, SKIP } from './parameters.ts';
import { question, type Asking } from './question.ts';

type Hint = RouterOutputs['costs']['hints'][number];

export const suggestSettings = question(
  {
    name: 'suggest_settings',
    title: 'Settings that show hidden thinking',
    description:
      'Which request settings would have shown hidden thinking, ranked by the money that went to it, with what the change costs and what may still hide it.',
    parameters: z.strictObject({ q: Q, range: RANGE, skip: SKIP, ...BUDGET }),
  },
  async (asking, { q, range, skip, max_tokens: maxTokens }) => {
    const answer = new AnswerText(maxTokens);
    const hints = await asking.caller.costs.hints({ project: asking.project, ...costsOf({ q, range }) });
    answer.say(`Settings, by the money that went to thinking without text: ${pageLink(asking, 'costs', { q, range })}`);
    if (hints.length === 0) answer.say('No thinking without text in this range, or no provider of it is known.');
    sayMeasured(answer, asking, await asking.caller.experiments.measured({ project: asking.project }));
    const items = hints.map((hint) => hintItem(answer, hint));
    answer.page(items, { skip, what: 'more setting' });
    return answer.toString();
  },
);

const VERDICTS = { enough: 'would do', not_enough: 'would not do', unclear: 'not clear yet' } as const;

/** What was measured comes before what is computed from settings and prices. */
function sayMeasured(answer: AnswerText, asking: Asking, measured: RouterOutputs['experiments']['measured']): void {
  for (const { id, name, results, steps, at } of measured)
    answer.say(
      `Measured on ${plural(steps, 'step')}, ${at.toISOString().slice(0, 10)} (experiment ${answer.short(name)}, ${pageLink(asking, 'costs')}/experiments/${id}): ${answer.short(results.map(({ says, verdict }) => `${VERDICTS[verdict]}: ${says}`).join('; '))}.`,
    );
  if (measured.length > 0) answer.say('The settings below are not measured:');
}

function hintItem(answer: AnswerText, { title, change, costNote, caution, models, uncovered, tokens }: Hint): string {
  // Without a price the money is unknown, and not nothing.
  const cost = uncovered === 0n ? 'cost not known' : money(uncovered);
  return [
    `- ${title}: ${cost}, ${exactCount(tokens)} tokens, of ${answer.short(models.join(', '))}`,
    `  Change: ${change ?? 'none would show it'}`,
    costNote && `  Cost of the change: ${costNote}`,
    caution && `  Caution: ${caution}`,
  ]
    .filter(Boolean)
    .join('\n');
}

// dearest_hidden: hidden thinking by model, and the most expensive hidden thoughts.
import * as z from 'zod';
import { costStateOf, hiddenOf, moneyWords, reportedHidden } from '../../../lib/figures/cost-parts.ts';
import { exactCount, money, plural } from '../../../lib/figures/format.ts';
import { costParts } from '../../../lib/figures/spend-tables.ts';
import { isAboutSource } from '../../../lib/steps/sentences.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { topThoughts } from '../../read-api/endpoints.ts';
import type { PlacedThought } from '../../read-api/thought-tables.ts';
import { AnswerText } from '../writing/answer-text.ts';
import { pageLink, stepLink } from '../../runs/links.ts';
import { BUDGET, costsOf, Q, RANGE, SKIP } from './parameters.ts';
import { question, type Asking } from './question.ts';

type Spend = RouterOutputs['costs']['cut']['rows'][number];

export const dearestHidden = question(
  {
    name: 'dearest_hidden',
    title: 'Most expensive hidden thinking',
    description:
      'Where most money went to thinking that nobody could read (redacted, encrypted, withheld, or only a summary): by model, and the most expensive such thoughts with the steps they led to.',
    parameters: z.strictObject({ q: Q, range: RANGE, skip: SKIP, ...BUDGET }),
  },
  async (asking, { q, range, skip, max_tokens: maxTokens }) => {
    const { caller, project } = asking;
    const asked = { project, ...costsOf({ q, range }) };
    const [{ rows }, thoughts] = await Promise.all([
      caller.costs.cut({ ...asked, by: 'model' }),
      topThoughts(caller, { ...asked, hidden: true }),
    ]);
    const answer = new AnswerText(maxTokens);
    answer.say(`Hidden thinking: ${pageLink(asking, 'costs', { q, range })}`);
    const models = rows.toSorted((one, other) => Number(hiddenOf(costParts(other)) - hiddenOf(costParts(one))));
    const ofThoughts = thoughts.map((thought) => thoughtItem(asking, answer, thought));
    const items = [...models.map((row) => modelItem(answer, row)), ...ofThoughts];
    if (items.length === 0) answer.say('No model call in this range. Try a longer range, such as range=90d.');
    answer.page(items, { skip, what: 'more line' });
    return answer.toString();
  },
);

function modelItem(answer: AnswerText, row: Spend): string {
  const of = { ...row, costs: costParts(row) };
  const hidden = reportedHidden(of);
  const tokens = row.summaryTokens + row.noTextTokens;
  const cost =
    hidden === null
      ? 'thinking not reported'
      : costStateOf(of) === 'amount'
        ? `hidden ${moneyWords(hidden, of)}, ${exactCount(tokens)} tokens`
        : `hidden ${exactCount(tokens)} tokens, cost not known`;
  const reporting = `${row.generationsReporting} of ${plural(row.generations, 'model call')} report thinking`;
  return `- model ${answer.short(row.key ?? 'not reported')}: ${cost}; ${reporting}`;
}

function thoughtItem(asking: Asking, answer: AnswerText, thought: PlacedThought): string {
  const { traceId, step, state, tokens, tokensSource, cost, model, agent, tool } = thought;
  const about = isAboutSource(tokensSource) ? '≈ ' : '';
  const place = step === null ? `run ${traceId}` : `step ${step} of run ${traceId}`;
  const names = [thought.asked ?? thought.traceName, model, agent, tool].filter(Boolean).join(' · ');
  // It has a cost, so 0 tokens are none that were reported.
  const counted =
    tokens === 0n
      ? 'tokens not reported'
      : `${about}${exactCount(tokens)} tokens (${tokensSource ?? 'source not reported'})`;
  const figures = `${about}${money(cost)}, ${counted}`;
  return `- thought ${figures}, ${state}, led to ${place} (${stepLink(asking, traceId, step)}) ${answer.short(names)}`;
}

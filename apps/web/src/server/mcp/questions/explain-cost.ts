// explain_cost: the cost of a run by its steps, or of a range by a grouping of the Costs screen.
import * as z from 'zod';
import {
  COST_PARTS,
  costStateOf,
  costWords,
  moneyWords,
  reportedHidden,
  totalOf,
  type CostParts,
} from '../../../lib/figures/cost-parts.ts';
import { exactCount, money, plural } from '../../../lib/figures/format.ts';
import { usageSources } from '../../../lib/figures/usage-sources.ts';
import { CHECK_CUT, costPerWeek, type SpendOfCheck } from '../../../lib/figures/check-table.ts';
import { SPEND_CUTS } from '../../../lib/figures/spend-cuts.ts';
import { costParts } from '../../../lib/figures/spend-tables.ts';
import { toolWords, paidSentence } from '../../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../../lib/steps/step-tree.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { AnswerText } from '../writing/answer-text.ts';
import { pageLink, runLink, stepLink } from '../../runs/links.ts';
import { wrong } from '../../runs/run-reader.ts';
import { runSteps } from '../../runs/run-steps.ts';
import { lackWords } from '../../runs/step-words.ts';
import { BUDGET, costsOf, Q, RANGE, RUN, SKIP } from './parameters.ts';
import { question, type Asking } from './question.ts';

type Spend = RouterOutputs['costs']['cut']['rows'][number];
type Summary = RouterOutputs['trace']['summary'];

export const explainCost = question(
  {
    name: 'explain_cost',
    title: 'Where the money went',
    description:
      'The cost of one run (run=) by its steps, or of all runs of a range by model, agent, effort or session: input, answer, readable and hidden thinking, and what is not known of it. With by=check: what the findings of each check concern.',
    parameters: z.strictObject({
      run: RUN.optional(),
      q: Q,
      range: RANGE,
      by: z
        .enum([...SPEND_CUTS, CHECK_CUT])
        .default('model')
        .describe('Without run: what the rows are of.'),
      skip: SKIP,
      ...BUDGET,
    }),
  },
  async (asking, { run, q, range, by, skip, max_tokens: maxTokens }) => {
    if (run !== undefined && q !== '') throw wrong('A run has no filter: leave out q= or run=.');
    const answer = new AnswerText(maxTokens);
    const items =
      run === undefined ? await sayRange(asking, answer, { q, range, by }) : await sayRun(asking, answer, run);
    answer.page(items, { skip, what: 'more line' });
    return answer.toString();
  },
);

/** Says the sums; returns the steps, the most expensive first. */
async function sayRun(asking: Asking, answer: AnswerText, run: string): Promise<string[]> {
  const { summary, steps, cut } = await runSteps(asking, run);
  answer.say(
    `Run ${summary.id}: ${runLink(asking, summary.id)}`,
    `Cost: ${costWords(summary)}. ${partsWords(summary.costs, summary)}`,
    unknownWords(summary),
    cut,
    'Steps, the most expensive first:',
  );
  const known = steps.filter(({ paid }) => paid?.cost != null);
  const unknown = steps.filter(({ paid }) => paid && paid.cost === null);
  const sorted = known.toSorted((one, other) => other.paid!.cost! - one.paid!.cost!);
  return [...sorted, ...unknown].map((step) => stepItem(asking, answer, { run: summary.id, step }));
}

function stepItem(asking: Asking, answer: AnswerText, { run, step }: { run: string; step: Step }): string {
  const label = String(step.number);
  const cost = step.paid?.cost === null ? `cost not known: ${lackWords(step)}.` : paidSentence(step);
  const calls =
    step.calls.length > 1 ? ` (calls ${callLabel(step, 0)} to ${callLabel(step, step.calls.length - 1)})` : '';
  const did = step.kind === 'calls' || step.kind === 'run' ? toolWords(step.calls) : step.kind;
  return `- step ${label}${calls} (${stepLink(asking, run, label)}): ${cost} ${answer.short([did, step.span?.model].filter(Boolean).join(' · '))}`;
}

interface RangeAsked {
  q: string;
  range: string;
  by: (typeof SPEND_CUTS)[number] | typeof CHECK_CUT;
}

async function sayRange(asking: Asking, answer: AnswerText, { q, range, by }: RangeAsked): Promise<string[]> {
  if (by === CHECK_CUT) return sayChecks(asking, answer, { q, range });
  const { rows, scope } = await asking.caller.costs.cut({ project: asking.project, ...costsOf({ q, range }), by });
  answer.say(
    `Cost by ${by}: ${pageLink(asking, 'costs', { q, range, by })}`,
    scope === null
      ? undefined
      : `Of the newest ${plural(scope.traces, 'run')} that match${scope.capped ? '; there are more' : ''}.`,
    rows.length === 0 ? 'No model call in this range. Try a longer range, such as range=90d.' : undefined,
  );
  const total = (row: Spend) => totalOf(costParts(row));
  const sorted = rows.toSorted((one, other) => Number(total(other) - total(one)));
  return sorted.map((row) => spendItem(answer, row));
}

async function sayChecks(asking: Asking, answer: AnswerText, { q, range }: Omit<RangeAsked, 'by'>): Promise<string[]> {
  const costs = costsOf({ q, range });
  const { rows, scope } = await asking.caller.costs.checks({ project: asking.project, ...costs });
  answer.say(
    `Findings by check: ${pageLink(asking, 'costs', { q, range })}`,
    'What the findings concern, not what could have been saved. One run can be in several rows, and runs that wait to be checked are in none.',
    scope?.capped ? `Of the newest ${plural(scope.traces, 'run')} that match; there are more.` : undefined,
    rows.length === 0 ? 'No check found anything in the runs of this range that were checked.' : undefined,
  );
  return rows.map((row) => checkItem(row, costPerWeek(row, costs, scope?.capped === true)));
}

function checkItem(row: SpendOfCheck, perWeek: bigint | null): string {
  const { check, runs, findings, certain, cost, withoutCost } = row;
  const atLeast = withoutCost > 0 || row.capped ? 'at least ' : '';
  const facts = [
    `${row.capped ? 'at least ' : ''}${plural(findings, 'finding')} in ${plural(runs, 'run')}, ${exactCount(certain)} certain`,
    cost === null ? 'cost not known' : `cost ${atLeast}${money(cost)}`,
    cost !== null && withoutCost > 0 && `not known for ${exactCount(withoutCost)}`,
    perWeek !== null && `${atLeast}${money(perWeek)} a week`,
  ];
  return `- ${check} (filter check:${check}): ${facts.filter(Boolean).join(', ')}`;
}

function spendItem(answer: AnswerText, row: Spend): string {
  const of = { ...row, costs: costParts(row) };
  const name = row.key === '' ? 'not reported' : row.key;
  const facts = [`cost ${costWords(of)}`, plural(row.generations, 'model call'), partsWords(of.costs, of)];
  return `- ${answer.short(name)}: ${facts.filter(Boolean).join(', ')} ${unknownWords(of)}`;
}

type Counted = Pick<
  Summary,
  | 'costs'
  | 'generations'
  | 'generationsReporting'
  | 'generationsUnpriced'
  | 'runsCounted'
  | 'generationsInRuns'
  | 'inputTokens'
  | 'outputTokens'
>;

/** Empty without a cost. */
function partsWords(costs: CostParts, of: Counted): string {
  if (costStateOf(of) !== 'amount') return '';
  const parts = COST_PARTS.filter(({ key }) => costs[key] > 0n);
  return `Of it ${parts.map(({ key, label }) => `${PART_LABELS[key] ?? label} ${moneyWords(costs[key], of)}`).join(', ')}.`;
}

const PART_LABELS: Partial<Record<keyof CostParts, string>> = {
  readable: 'readable thinking',
  untold: 'thinking whose text is unknown',
  summary: 'hidden thinking with a summary',
  noText: 'hidden thinking without text',
};

function unknownWords(of: Counted): string {
  const { generations, generationsUnpriced, generationsReporting } = of;
  const hidden = reportedHidden(of);
  const sources = usageSources(of);
  const silent = sources - generationsReporting;
  const unknown = [
    generationsUnpriced > 0 &&
      `${exactCount(generationsUnpriced)} of ${plural(generations, 'model call')} have no cost`,
    hidden === null && 'no model call reports its thinking',
    silent > 0 &&
      hidden !== null &&
      `${exactCount(silent)} of ${plural(sources, 'source')} of usage do not report thinking`,
  ].filter((one) => one !== false);
  return unknown.length === 0 ? 'Nothing of it is unknown.' : `Unknown: ${unknown.join('; ')}.`;
}

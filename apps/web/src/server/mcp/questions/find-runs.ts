// find_runs: the list of traces, with its filter.
import * as z from 'zod';
import { costWords, hiddenOf, moneyWords, reportedHidden } from '../../../lib/figures/cost-parts.ts';
import { duration, plural } from '../../../lib/figures/format.ts';
import { OUTCOMES, outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { checksWords } from '../../../lib/traces/check-figures.ts';
import { scoresWords } from '../../../lib/traces/score-figures.ts';
import { TRACE_SORTS } from '../../../lib/traces/trace-sort.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { CURSOR, writeCursor } from '../../read-api/parameters.ts';
import { AnswerText } from '../writing/answer-text.ts';
import { pageLink, runLink } from '../../runs/links.ts';
import { BUDGET, Q, RANGE } from './parameters.ts';
import { question, type Asking } from './question.ts';

type Row = RouterOutputs['traces']['list']['traces'][number];

const MOST = 50;

export const findRuns = question(
  {
    name: 'find_runs',
    title: 'Find runs',
    description:
      'Lists runs (traces) that match a filter, with outcome, steps, cost, hidden thinking, scores, and what the checks found. Start here to get the id of a run.',
    parameters: z.strictObject({
      q: Q,
      range: RANGE,
      sort: z.enum(TRACE_SORTS).default('age').describe('By what; the newest or the most first.'),
      ascending: z.boolean().default(false).describe('The oldest or the least first.'),
      cursor: CURSOR.describe('The cursor that the answer before gave, with the other parameters unchanged.'),
      ...BUDGET,
    }),
  },
  async (asking, { max_tokens: maxTokens, ...asked }) => {
    const { caller, project } = asking;
    const answer = new AnswerText(maxTokens);
    const page = await caller.traces.list({ project, ...asked, limit: MOST });
    const link = pageLink(asking, 'traces', { q: asked.q, range: asked.range });
    if (page.traces.length === 0) {
      answer.say(`No run matches. ${link}`, 'Try a longer range (range=all) or a filter with fewer conditions.');
      return answer.toString();
    }
    const items = page.traces.map((row) => runItem(asking, answer, row));
    answer.say(`Runs, ${asked.ascending ? 'ascending' : 'descending'} by ${asked.sort}: ${link}`);
    const shown = answer.list({ items, rest: () => undefined });
    // The cursor after the last run that fits.
    const next = shown === MOST ? page.next : (await caller.traces.list({ project, ...asked, limit: shown || 1 })).next;
    if (next) answer.say(`There are more runs. Ask again with cursor=${writeCursor(next)}`);
    return answer.toString();
  },
);

function runItem(asking: Asking, answer: AnswerText, row: Row): string {
  const hidden = reportedHidden(row);
  const lasted = row.open > 0 ? 'no end recorded' : duration(row.endedAt.getTime() - row.startedAt.getTime());
  const figures = [
    row.startedAt.toISOString(),
    OUTCOMES[outcomeOf(row)].says,
    ...[plural(row.steps, 'step'), plural(row.errors, 'error'), lasted],
    `cost ${costWords(row)}`,
    hidden === null ? 'thinking not reported' : `hidden thinking ${moneyWords(hiddenOf(row.costs), row)}`,
  ];
  const scores = scoresWords(row.scores);
  const names = [
    row.asked ?? row.name ?? '',
    row.models.join(', '),
    row.tags.map((tag) => `#${tag}`).join(' '),
    scores && `scores: ${scores}`,
    `checks: ${checksWords(row.checks)}`,
  ];
  return `- run ${row.id} (${runLink(asking, row.id)}): ${figures.join(', ')} ${answer.short(names.filter(Boolean).join(' · '))}`;
}

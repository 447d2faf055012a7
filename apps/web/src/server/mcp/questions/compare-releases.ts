// compare_releases: what changed between two releases, prompt versions or efforts, with intervals.
import { RELEASE_CUTS } from '@subtext/db';
import * as z from 'zod';
import { releasesPath } from '../../../lib/address/releases-path.ts';
import { exactCount, percent, plural } from '../../../lib/figures/format.ts';
import { isWorthARow, type ComparedFigure } from '../../../lib/releases/release-figures.ts';
import type { ComparedPairs, ComparedPath, ComparedTool } from '../../../lib/releases/release-paths.ts';
import {
  clarityWords,
  CUT_WORDS,
  estimateWords,
  relativeIntervalWords,
  relativeWords,
  runsWords,
  stepWords,
} from '../../../lib/releases/release-words.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { momentsOf } from '../../read-api/endpoints.ts';
import { compareLink, pageLink } from '../../runs/links.ts';
import { AnswerText } from '../writing/answer-text.ts';
import { BUDGET, Q, RANGE, SKIP } from './parameters.ts';
import { question, type Asking } from './question.ts';

const SIDE = z.string().min(1).max(2000);

export const compareReleases = question(
  {
    name: 'compare_releases',
    title: 'What changed between two releases',
    description:
      'Two releases, prompt versions or efforts of a range: figures (thinking, hidden share, cost, duration, errors, scores, findings of the checks) with 95 % intervals, tools called more or less, and where runs of the same task part first. Clear changes first.',
    parameters: z.strictObject({
      a: SIDE.describe('The baseline: a release, prompt version or effort.'),
      b: SIDE.describe('The one that is compared with it.'),
      by: z.enum(RELEASE_CUTS).default('release').describe('What a and b are.'),
      q: Q,
      range: RANGE,
      skip: SKIP,
      ...BUDGET,
    }),
  },
  async (asking, { a, b, by, q, range, skip, max_tokens: maxTokens }) => {
    const answer = new AnswerText(maxTokens);
    const query = { project: asking.project, by, q, ...momentsOf(range) };
    const found = await asking.caller.releases.compare({ ...query, a, b });
    const side = (name: string, { runs, capped }: Compared['a']) =>
      `${brief(answer, name)} (${capped ? 'the newest ' : ''}${plural(runs, 'run')})`;
    answer.say(
      `A is ${CUT_WORDS[by].label} ${side(a, found.a)}, B is ${side(b, found.b)}.`,
      pageOf(asking, { by, q, range, a, b }),
    );
    if (found.a.runs === 0 || found.b.runs === 0) {
      const { rows } = await asking.caller.releases.list(query);
      const names = rows.flatMap(({ key }) => (key === null ? [] : brief(answer, key))).slice(0, MOST_NAMES);
      const others = names.length > 0 ? `There are runs of: ${names.join(', ')}.` : 'No run of the range reports one.';
      answer.say(`Nothing can be compared: ${found.a.runs === 0 ? 'A' : 'B'} has no run in this range. ${others}`);
      return answer.toString();
    }
    answer.say('In brackets: 95 % intervals. "may be chance": the interval of the change contains 0.');
    answer.page(changeLines(asking, answer, found), { skip, what: 'more line' });
    return answer.toString();
  },
);

const LONGEST_LINK = 600;

/** Long names and filters would fill a short answer. */
function pageOf(asking: Asking, address: Parameters<typeof releasesPath>[1]): string {
  const link = `${asking.webUrl}${releasesPath(asking.project, address)}`;
  return link.length > LONGEST_LINK ? pageLink(asking, 'releases') : link;
}

const BRIEF_CHARACTERS = 80;

/** Short enough that a line with two names always fits. */
const brief = (answer: AnswerText, text: string): string =>
  answer.short(text.length > BRIEF_CHARACTERS ? `${text.slice(0, BRIEF_CHARACTERS)}…` : text);

type Compared = RouterOutputs['releases']['compare'];

const MOST_NAMES = 5;

function changeLines(asking: Asking, answer: AnswerText, { figures, tools, paths, pairs }: Compared): string[] {
  const shown = figures.filter(isWorthARow);
  const [clear, others] = [true, false].map((isClear) =>
    shown.filter(({ change }) => (change.isSignificant === true) === isClear).map((one) => figureLine(answer, one)),
  ) as [string[], string[]];
  return [
    ...clear,
    ...tools.filter(({ what }) => what !== 'same').map((tool) => toolLine(answer, tool)),
    ...forkLines(asking, answer, pairs),
    ...paths.filter(({ change }) => change.isSignificant).map((path) => pathLine(asking, answer, path)),
    ...others,
  ];
}

/** Names of scores are chosen by senders. */
const figureName = (answer: AnswerText, { id, label }: ComparedFigure): string =>
  id.startsWith('score:') ? brief(answer, label) : label;

function figureLine(answer: AnswerText, figure: ComparedFigure): string {
  const { unit, a, b, change } = figure;
  const interval = relativeIntervalWords(change);
  const relative = `${relativeWords(change, a, b)}${interval ? ` (${interval})` : ''}`;
  const sides = [a, b].map((side) => `${estimateWords(side, unit)} ${runsWords(side)}`).join(' → ');
  return `- ${figureName(answer, figure)}: ${sides}; ${relative}, ${clarityWords(change, a, b)}`;
}

function toolLine(answer: AnswerText, { tool, what, a, b, shareChange, callsChange }: ComparedTool): string {
  const share = [a, b].map((side) => estimateWords(side.share, 'share')).join(' → ');
  const calls = [a, b].map((side) => estimateWords(side.callsPerRun, 'count')).join(' → ');
  const how = what === 'more' || what === 'less' ? `called ${what}` : what;
  const isClear = shareChange.isSignificant === true || callsChange.isSignificant === true;
  const clarity = isClear ? 'clear change' : clarityWords(shareChange);
  return `- tool ${brief(answer, tool)} ${how}: in ${share} of runs, ${calls} calls per run; ${clarity}`;
}

function forkLines(asking: Asking, answer: AnswerText, { pairs, tasks, same, forks }: ComparedPairs): string[] {
  if (pairs === 0) return [];
  const counted = `${exactCount(pairs)} pairs of runs with the same input (${plural(tasks, 'task')})`;
  const head = `- ${counted}: ${exactCount(same)} called the same tools from beginning to end`;
  return [
    head,
    ...forks.map(({ a, b, firstStep, lastStep, share, costDifference, example }) => {
      const step = firstStep === lastStep ? `step ${firstStep}` : `steps ${firstStep} to ${lastStep}`;
      const [inA, inB] = [a, b].map((tools) => brief(answer, stepWords(tools)));
      const cost = `B minus A costs ${estimateWords(costDifference, 'dollars')}`;
      const link = compareLink(asking, example.a, example.b);
      return `- first fork at ${step}: ${inA} in A, ${inB} in B; ${estimateWords(share, 'share')} of pairs; ${cost}; ${link}`;
    }),
  ];
}

function pathLine(asking: Asking, answer: AnswerText, { steps, a, b, exampleA, exampleB }: ComparedPath): string {
  const path = answer.short(steps.map(stepWords).join(' → '));
  const share = [a, b].map(({ value }) => percent(value ?? 0)).join(' → ');
  const link = exampleA && exampleB ? `; ${compareLink(asking, exampleA, exampleB)}` : '';
  return `- path ${path}: ${share} of runs, clear change${link}`;
}

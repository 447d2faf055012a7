// fork: where two runs part, as the Compare screen aligns them.
import * as z from 'zod';
import { isDifferent, type Pair } from '../../../lib/compare/align.ts';
import { NAMES, unknownWords } from '../../../lib/compare/summary-sentence.ts';
import { costWords } from '../../../lib/figures/cost-parts.ts';
import { plural } from '../../../lib/figures/format.ts';
import { hasText } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { checksWords } from '../../../lib/traces/check-figures.ts';
import { scoresWords } from '../../../lib/traces/score-figures.ts';
import { OUTCOMES, outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { callTextOf, type TextAddress } from '../../runs/call-text.ts';
import { compareRuns, differenceSentence, type ComparedRun, type ComparedRuns } from '../../runs/compare-runs.ts';
import { compareLink, stepLink } from '../../runs/links.ts';
import { AnswerText, type LongText } from '../writing/answer-text.ts';
import { BUDGET, RUN } from './parameters.ts';
import { question, type Asking } from './question.ts';

/** Later differences that are listed. */
const MOST_LISTED = 20;
/** Calls of the step at which the runs part whose arguments are read. */
const MOST_CALLS = 5;

export const fork = question(
  {
    name: 'fork',
    title: 'Where two runs part',
    description:
      'Compares two runs of the same task: the first difference, the first different action, what differs there (arguments, thoughts of both), and where they differ later.',
    parameters: z.strictObject({ a: RUN, b: RUN, ...BUDGET }),
  },
  async (asking, { a, b, max_tokens: maxTokens }) => {
    const answer = new AnswerText(maxTokens);
    const { pairs, main, ...sides } = await compareRuns(asking, a, b);
    const texts = main ? await textsAt(asking, sides, main) : [];
    answer.say(
      `${compareLink(asking, sides.a.all.summary.id, sides.b.all.summary.id)}`,
      ...[headOf(asking, 'A', sides.a), scoresOf(answer, 'A', sides.a)],
      ...[headOf(asking, 'B', sides.b), scoresOf(answer, 'B', sides.b)],
      answer.short(differenceSentence(sides, { pairs, main, given: givenIn(texts) })),
    );
    answer.texts(texts);
    sayLater(asking, answer, { sides, pairs: main ? pairs.slice(pairs.indexOf(main) + 1) : [] });
    return answer.toString();
  },
);

function headOf(asking: Asking, name: string, { all: { summary, cut }, steps }: ComparedRun): string {
  const link = stepLink(asking, summary.id, null);
  const facts = [plural(steps.length, 'step'), OUTCOMES[outcomeOf(summary)].says, `cost ${costWords(summary)}`, cut];
  return `${name}: run ${summary.id} (${link}), ${facts.filter(Boolean).join(', ')}`;
}

const scoresOf = (answer: AnswerText, name: string, { scores, checks }: ComparedRun): string =>
  `Scores of ${name}: ${answer.short(scoresWords(scores) || 'none')}. Checks of ${name}: ${answer.short(checksWords(checks))}`;

/** The arguments of the first call of both runs; undefined = one of them is not there. */
function givenIn(texts: readonly LongText[]) {
  const argumentsIn = (name: string) => texts.find(({ label }) => label === argumentsLabel(name, 0))?.text;
  const [a, b] = [argumentsIn('A'), argumentsIn('B')];
  return a !== undefined && b !== undefined ? { a, b } : undefined;
}

const argumentsLabel = (name: string, call: number): string => `Arguments of call ${call + 1} in ${name}`;

/** Arguments and thoughts of both runs, side by side. */
async function textsAt(asking: Asking, { a, b }: ComparedRuns, pair: Pair): Promise<LongText[]> {
  const wanted = (['A', 'B'] as const).flatMap((name) => {
    const [side, at] = name === 'A' ? [a, pair.a] : [b, pair.b];
    const step = side.steps[at ?? -1];
    return step ? textsOf(name, side, step) : [];
  });
  const read = wanted.map(async ({ run, step, label, address, part }) => {
    const found = await callTextOf(asking, run, { address, offset: 0 });
    const rest = (next: number) => `Ask why with run=${run}, step=${step}, part=${part}, offset=${next}.`;
    return found ? [{ label, ...found, offset: 0, rest }] : [];
  });
  return (await Promise.all(read)).flat();
}

interface WantedText {
  run: string;
  step: number;
  label: string;
  part: string;
  address: TextAddress;
}

function textsOf(name: string, { all }: ComparedRun, step: Step): WantedText[] {
  const { thought, kind, calls, number } = step;
  const place = { run: all.summary.id, step: number };
  const isAnswer = kind === 'answer' || kind === 'trailing';
  const thoughts: WantedText[] =
    hasText(thought) && thought.key
      ? [
          {
            ...place,
            label: `Thought of step ${number} in ${name}`,
            part: 'thought',
            address: { key: thought.key, field: 'thought' },
          },
        ]
      : [];
  const given = calls.slice(0, MOST_CALLS).map((call, index): WantedText => ({
    ...place,
    label: isAnswer ? `Answer of ${name}` : argumentsLabel(name, index),
    part: isAnswer ? 'answer' : 'arguments',
    address: { key: call.key, field: 'arguments' },
  }));
  return [...given, ...thoughts];
}

function sayLater(
  asking: Asking,
  answer: AnswerText,
  { sides, pairs }: { sides: ComparedRuns; pairs: readonly Pair[] },
): void {
  const later = pairs.filter((pair) => isDifferent(pair) || pair.unknown.length > 0);
  if (later.length === 0) return;
  answer.say('Later differences:');
  const items = later.slice(0, MOST_LISTED).map((pair) => laterItem(asking, sides, pair));
  answer.list({
    items,
    rest: (shown) =>
      shown < later.length
        ? `${plural(later.length - shown, 'more difference')}: see the page of the comparison.`
        : undefined,
  });
}

function laterItem(asking: Asking, { a, b }: ComparedRuns, pair: Pair): string {
  const [stepA, stepB] = [a.steps[pair.a ?? -1], b.steps[pair.b ?? -1]];
  const places = [
    stepA && `A ${stepLink(asking, a.all.summary.id, String(stepA.number))}`,
    stepB && `B ${stepLink(asking, b.all.summary.id, String(stepB.number))}`,
  ];
  const only = stepA && stepB ? undefined : `only ${stepA ? 'A' : 'B'} has this step`;
  const differ = [...new Set(pair.differences.map((one) => NAMES[one]))].join(', ');
  const says = [only ?? (differ && `differ: ${differ}`), unknownWords(pair.unknown)].filter(Boolean).join('; ');
  return `- ${places.filter(Boolean).join(', ')}: ${says}`;
}

// fork: where two runs part, as the Compare screen aligns them.
import * as z from 'zod';
import { align, isDifferent, isFork, type ComparedStep, type Pair } from '../../../lib/compare/align.ts';
import { comparedSteps, readSteps, type ComparedTrace } from '../../../lib/compare/compared-steps.ts';
import { differingValues } from '../../../lib/compare/differing-values.ts';
import { NAMES, summarySentence, unknownWords, type Words } from '../../../lib/compare/summary-sentence.ts';
import { costWords } from '../../../lib/figures/cost-parts.ts';
import { plural } from '../../../lib/figures/format.ts';
import { hasText } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { OUTCOMES, outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { AnswerText, type LongText } from '../writing/answer-text.ts';
import { compareLink, stepLink } from '../writing/links.ts';
import { BUDGET, RUN } from './parameters.ts';
import { question, type Asking } from './question.ts';
import { runSteps, type RunSteps } from './run-steps.ts';
import { callTextOf, type TextAddress } from './step-texts.ts';

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
    const [sideA, sideB] = [await sideOf(asking, a), await sideOf(asking, b)];
    const pairs = align(sideA.compared, sideB.compared);
    const sides = { a: sideA, b: sideB };
    const main = pairs.find(isFork) ?? pairs.find(isDifferent);
    const texts = main ? await textsAt(asking, sides, main) : [];
    answer.say(
      `${compareLink(asking, sideA.all.summary.id, sideB.all.summary.id)}`,
      ...[headOf(asking, 'A', sideA), headOf(asking, 'B', sideB)],
      answer.short(sentence(sides, { pairs, main, texts })),
    );
    answer.texts(texts);
    sayLater(asking, answer, { sides, pairs: main ? pairs.slice(pairs.indexOf(main) + 1) : [] });
    return answer.toString();
  },
);

interface Side {
  all: RunSteps;
  steps: readonly Step[];
  compared: readonly ComparedStep[];
  failed: boolean;
}
interface Sides {
  a: Side;
  b: Side;
}

async function sideOf(asking: Asking, run: string): Promise<Side> {
  const all = await runSteps(asking, run);
  const digests = await asking.caller.compare.digests({ project: asking.project, trace: run });
  const steps = readSteps(all.rows);
  const compared = comparedSteps(steps, JSON.parse(digests) as ComparedTrace);
  return { all, steps, compared, failed: outcomeOf(all.summary) === 'error' };
}

function headOf(asking: Asking, name: string, { all: { summary, cut }, steps }: Side): string {
  const link = stepLink(asking, summary.id, null);
  const facts = [plural(steps.length, 'step'), OUTCOMES[outcomeOf(summary)].says, `cost ${costWords(summary)}`, cut];
  return `${name}: run ${summary.id} (${link}), ${facts.filter(Boolean).join(', ')}`;
}

interface Parted {
  pairs: readonly Pair[];
  main: Pair | undefined;
  texts: readonly LongText[];
}

function sentence({ a, b }: Sides, { pairs, main, texts }: Parted): string {
  const argumentsIn = (name: string) => texts.find(({ label }) => label === argumentsLabel(name, 0))?.text;
  const [left, right] = [argumentsIn('A'), argumentsIn('B')];
  const values = left !== undefined && right !== undefined ? differingValues(left, right) : undefined;
  const failed = { a: a.failed, b: b.failed };
  return plain(summarySentence({ a: a.steps, b: b.steps }, { pairs, values, valuesAt: main, failed }));
}

const plain = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : 'tool' in word ? word.tool : word.step)).join('');

const argumentsLabel = (name: string, call: number): string => `Arguments of call ${call + 1} in ${name}`;

/** Arguments and thoughts of both runs, side by side. */
async function textsAt(asking: Asking, { a, b }: Sides, pair: Pair): Promise<LongText[]> {
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

function textsOf(name: string, { all }: Side, step: Step): WantedText[] {
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
  { sides, pairs }: { sides: Sides; pairs: readonly Pair[] },
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

function laterItem(asking: Asking, { a, b }: Sides, pair: Pair): string {
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

// why: one step with its texts, its cost, and how its thinking is known.
import * as z from 'zod';
import { callOutcome, outcomeReasons } from '../../../lib/steps/call-outcome.ts';
import { resultKeys, type Call } from '../../../lib/steps/joined-call.ts';
import { callFailure, hasText, paidSentence, whySentence } from '../../../lib/steps/sentences.ts';
import { spanIdsOf } from '../../../lib/steps/step-spans.ts';
import { callLabel, type Step } from '../../../lib/steps/step-tree.ts';
import { scoreWords } from '../../../lib/traces/score-figures.ts';
import { plural } from '../../../lib/figures/format.ts';
import { AnswerText, type LongText } from '../writing/answer-text.ts';
import { stepLink } from '../../runs/links.ts';
import { callTextOf, type TextAddress } from '../../runs/call-text.ts';
import { wrong } from '../../runs/run-reader.ts';
import { findStep, runSteps, type FoundStep } from '../../runs/run-steps.ts';
import { thinkingWords } from '../../runs/step-words.ts';
import { BUDGET, OFFSET, RUN, STEP } from './parameters.ts';
import { question, type Asking } from './question.ts';
import { sayEvidence } from './step-evidence.ts';

const PARTS = ['thought', 'message', 'arguments', 'result', 'answer'] as const;
type Part = (typeof PARTS)[number];

/** Calls of one step whose texts are read. */
const MOST_CALLS = 10;

export const why = question(
  {
    name: 'why',
    title: 'Why did it do this?',
    description:
      'One step of a run: the thought that led to it, the message before the call, the call with its arguments, its result and its cost, how the thinking is known (reported, apportioned, inferred, estimated, withheld, not reported), what the checks found, and where the values of its arguments came from (those from nowhere first).',
    parameters: z.strictObject({
      run: RUN,
      step: STEP,
      part: z.enum(PARTS).optional().describe('Only this text of the step, to read one that was cut.'),
      offset: OFFSET,
      ...BUDGET,
    }),
  },
  async (asking, { run, step: label, part, offset, max_tokens: maxTokens }) => {
    if (offset > 0 && part === undefined) throw wrong('offset= needs part=: the text that it continues.');
    const answer = new AnswerText(maxTokens);
    const all = await runSteps(asking, run);
    const found = findStep(all, label);
    const { step } = found;
    answer.say(
      `Step ${label} of ${all.steps.length} of run ${all.summary.id}: ${stepLink(asking, all.summary.id, label)}`,
      all.cut,
      whySentence(step),
      thinkingWords(step),
      paidSentence(step),
    );
    sayCalls(answer, found);
    answer.say(await scoresOf(asking, answer, { run: all.summary.id, step }));
    const failure = callFailure(step);
    if (failure) answer.say(`The model call failed: ${answer.short(failure)}`);
    // Who asks for the rest of one text has read the rest of the answer.
    if (part === undefined) await sayEvidence(asking, answer, { all, found });
    const sources = textSources(found).filter((source) => part === undefined || source.part === part);
    const read = sources.map((source) => readSource(asking, all.summary.id, { source, offset }));
    const texts = (await Promise.all(read)).filter((text) => text !== undefined);
    if (part !== undefined && texts.length === 0) answer.say(`Step ${label} has no text of the kind “${part}”.`);
    answer.texts(texts);
    return answer.toString();
  },
);

const MOST_SCORES = 200;
const MOST_SCORES_SAID = 5;

/** The scores and comments of the step and its thought; undefined without one. */
async function scoresOf(
  { caller, project }: Asking,
  answer: AnswerText,
  { run, step }: { run: string; step: Step },
): Promise<string | undefined> {
  const spans = spanIdsOf(step);
  const { scores } = await caller.scores.page({ project, trace: run, limit: MOST_SCORES });
  const ofStep = scores.filter(({ spanId }) => spanId !== null && spans.some((id) => spanId.startsWith(id)));
  const words = ofStep.flatMap((score) => {
    const said = [score.name === null ? '' : scoreWords(score), score.comment].filter(Boolean).join(': ');
    return said === '' ? [] : `${score.target} ${said}`;
  });
  if (words.length === 0) return undefined;
  const more = words.length - MOST_SCORES_SAID;
  const listed = words.slice(0, MOST_SCORES_SAID).map((one) => answer.short(one));
  return `Scores of the step: ${[...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
}

function sayCalls(answer: AnswerText, { step, call: chosen }: FoundStep): void {
  if (isAnswer(step)) return;
  const calls = step.calls.map((call, index) => ({ call, index })).filter(({ index }) => index === (chosen ?? index));
  for (const { call, index } of calls.slice(0, MOST_CALLS)) answer.say(callLine(answer, callLabel(step, index), call));
  const more = calls.length - MOST_CALLS;
  if (more > 0)
    answer.say(`${plural(more, 'more call')}: ask why of one of them, such as step ${callLabel(step, MOST_CALLS)}.`);
}

function callLine(answer: AnswerText, label: string, call: Call): string {
  const row = call.execution ?? call.request;
  const reasons = row ? outcomeReasons({ ...row, status: call.status }) : [];
  return [`Call ${label} ${answer.short(call.tool)}: ${callOutcome(call) || 'no outcome reported'}.`, ...reasons].join(
    ' ',
  );
}

const isAnswer = ({ kind }: Step): boolean => kind === 'answer' || kind === 'trailing';

interface Source {
  part: Part;
  label: string;
  /** The step to ask about for the rest. */
  step: string;
  /** Where the text may be, the most likely place first. */
  addresses: TextAddress[];
}

function textSources({ step, call: chosen }: FoundStep): Source[] {
  const { thought, shares } = step;
  const number = String(step.number);
  const thoughtKey = hasText(thought) ? thought.key : shares && shares !== 'missing' ? shares.textKey : null;
  const own = (part: Part, label: string, address: TextAddress[]): Source[] =>
    address.length > 0 ? [{ part, label, step: number, addresses: address }] : [];
  const calls = step.calls.map((call, index) => ({ call, label: callLabel(step, index), index }));
  return [
    ...own('thought', 'Thought', thoughtKey === null ? [] : [{ key: thoughtKey, field: 'thought' }]),
    ...own('message', 'Message', thought.hasPreamble && thought.key ? [{ key: thought.key, field: 'preamble' }] : []),
    ...calls
      .filter(({ index }) => (chosen === undefined ? index < MOST_CALLS : index === chosen))
      .flatMap(({ call, label }): Source[] => {
        const given: TextAddress[] = [{ key: call.key, field: 'arguments' }];
        if (isAnswer(step)) return [{ part: 'answer', label: 'Answer', step: number, addresses: given }];
        const results = resultKeys(call).map((key): TextAddress => ({ key, field: 'result' }));
        return [
          { part: 'arguments', label: `Arguments of ${label}`, step: label, addresses: given },
          { part: 'result', label: `Result of ${label}`, step: label, addresses: results },
        ];
      }),
  ];
}

interface WantedText {
  source: Source;
  offset: number;
}

async function readSource(asking: Asking, run: string, { source, offset }: WantedText): Promise<LongText | undefined> {
  const { part, label, step, addresses } = source;
  for (const address of addresses) {
    const found = await callTextOf(asking, run, { address, offset });
    if (found === undefined) continue;
    const rest = (next: number) => `Ask why with step=${step}, part=${part}, offset=${next} for what follows.`;
    return { label, ...found, offset, rest };
  }
  return undefined;
}

/** What an experiment has measured, for each of its variants. */
import { ratioOf, shareOf, type Ratio, type Share, type StepPair } from './agreement.ts';

/** One answer of a variant; null = not reported. */
export interface MeasuredAnswer {
  step: string;
  arm: number;
  state: 'answered' | 'failed' | 'lost' | 'left_out';
  isSameCall: boolean | null;
  argumentsMatch: 'exact' | 'normalized' | 'different' | null;
  cost: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  latencyMs: number | null;
  unsourced: number | null;
  recordedUnsourced: number | null;
}

/** A step as it was recorded. */
export interface MeasuredStep {
  step: string;
  cost: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  durationMs: number | null;
}

export interface ArmSummary {
  arm: number;
  /** Steps with an answer, and their answers. */
  steps: number;
  answered: number;
  failed: number;
  lost: number;
  leftOut: number;
  sameCall: Share | undefined;
  /** Of answers with the same call, and calls at all: exactly, or by the rules of origins. */
  sameArguments: Share | undefined;
  exactArguments: Share | undefined;
  /** The share of all answers with the same call, and with the same arguments where it has any. */
  sameAction: Share | undefined;
  /** Against the reference: the baseline where there is one, else the record. */
  cost: Ratio | undefined;
  thinking: Ratio | undefined;
  latency: Ratio | undefined;
  /** Answers whose arguments have more values from nowhere than the recorded ones. */
  moreUnsourced: Share | undefined;
}

export interface SummaryInput {
  steps: readonly MeasuredStep[];
  answers: readonly MeasuredAnswer[];
  arms: number;
  /** The arm that the others are compared with; undefined = the record. */
  baseline: number | undefined;
}

export function summarize({ steps, answers, arms, baseline }: SummaryInput): ArmSummary[] {
  const ofArm = (arm: number) => answers.filter((answer) => answer.arm === arm);
  const references = baseline === undefined ? undefined : answered(ofArm(baseline));
  return Array.from({ length: arms }, (_, arm) => {
    const all = ofArm(arm);
    const got = answered(all);
    const againstRecord = references === undefined || arm === baseline;
    const ratio = (figure: Figure) =>
      ratioOf(pairs(got, againstRecord ? recordedMeans(steps, figure) : means(references, figure), figure));
    const withCalls = got.filter(({ isSameCall, argumentsMatch }) => isSameCall && argumentsMatch !== null);
    const count = (state: MeasuredAnswer['state']) => all.filter((answer) => answer.state === state).length;
    return {
      arm,
      steps: new Set(got.map(({ step }) => step)).size,
      answered: got.length,
      failed: count('failed'),
      lost: count('lost'),
      leftOut: count('left_out'),
      sameCall: share(got, ({ isSameCall }) => isSameCall === true),
      sameArguments: share(withCalls, ({ argumentsMatch }) => argumentsMatch !== 'different'),
      exactArguments: share(withCalls, ({ argumentsMatch }) => argumentsMatch === 'exact'),
      sameAction: share(got, ({ isSameCall, argumentsMatch }) => isSameCall === true && argumentsMatch !== 'different'),
      cost: ratio('cost'),
      thinking: ratio('reasoningTokens'),
      latency: ratio('latencyMs'),
      moreUnsourced: share(
        got.filter(({ unsourced, recordedUnsourced }) => unsourced !== null && recordedUnsourced !== null),
        ({ unsourced, recordedUnsourced }) => unsourced! > recordedUnsourced!,
      ),
    };
  });
}

type Figure = 'cost' | 'reasoningTokens' | 'latencyMs';

const answered = (answers: readonly MeasuredAnswer[]) => answers.filter(({ state }) => state === 'answered');

function share(answers: readonly MeasuredAnswer[], isHit: (answer: MeasuredAnswer) => boolean): Share | undefined {
  const bySteps = Map.groupBy(answers, ({ step }) => step);
  return shareOf([...bySteps.values()].map((of) => ({ hits: of.filter(isHit).length, answers: of.length })));
}

function means(answers: readonly MeasuredAnswer[], figure: Figure): Map<string, number> {
  const bySteps = Map.groupBy(answers, ({ step }) => step);
  return new Map(
    [...bySteps].flatMap(([step, of]) => {
      const figures = of.flatMap((answer) => answer[figure] ?? []);
      return figures.length === 0 ? [] : [[step, figures.reduce((sum, one) => sum + one, 0) / figures.length] as const];
    }),
  );
}

function recordedMeans(steps: readonly MeasuredStep[], figure: Figure): Map<string, number> {
  const column = figure === 'latencyMs' ? 'durationMs' : figure;
  return new Map(steps.flatMap((step) => (step[column] === null ? [] : [[step.step, step[column]] as const])));
}

/** Only steps with both figures. */
function pairs(
  answers: readonly MeasuredAnswer[],
  references: ReadonlyMap<string, number>,
  figure: Figure,
): StepPair[] {
  return [...means(answers, figure)].flatMap(([step, variant]) => {
    const reference = references.get(step);
    return reference === undefined ? [] : [{ variant, reference }];
  });
}

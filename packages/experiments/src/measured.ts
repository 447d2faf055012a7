/** What an experiment has measured so far. */
import {
  experiment,
  experimentResults,
  experimentSteps,
  type AnswerResult,
  type Experiment,
  type ExperimentKey,
  type ExperimentStepRow,
  type Sql,
} from '@subtext/db';
import { summarize, type ArmSummary, type MeasuredAnswer } from '@subtext/evidence';
import { resultSentence } from './sentence.ts';
import { verdictOf, type Verdict } from './verdict.ts';

export interface MeasuredArm extends ArmSummary {
  /** undefined without any answer. */
  says: string | undefined;
  /** undefined without any answer, and of the baseline. */
  verdict: Verdict | undefined;
}

export interface MeasuredExperiment {
  experiment: Experiment;
  /** In the order of the experiment's arms. */
  arms: MeasuredArm[];
}

export async function measuredExperiment(sql: Sql, key: ExperimentKey): Promise<MeasuredExperiment | undefined> {
  const stored = await storedExperiment(sql, key);
  return stored && { experiment: stored.found, arms: armsOf(stored) };
}

export interface MeasuredModel {
  /** As recorded; null = not reported. */
  model: string | null;
  arms: MeasuredArm[];
}

/** By the model of the recorded steps: what is enough for one may not be for another. */
export async function measuredModels(sql: Sql, key: ExperimentKey): Promise<MeasuredModel[]> {
  const stored = await storedExperiment(sql, key);
  if (!stored) return [];
  return [...Map.groupBy(stored.steps, ({ model }) => model)].map(([model, steps]) => {
    const names = new Set(steps.map(stepName));
    return {
      model,
      arms: armsOf({ ...stored, steps, answers: stored.answers.filter((one) => names.has(stepName(one))) }),
    };
  });
}

interface StoredExperiment {
  found: Experiment;
  steps: ExperimentStepRow[];
  answers: AnswerResult[];
}

async function storedExperiment(sql: Sql, key: ExperimentKey): Promise<StoredExperiment | undefined> {
  const found = await experiment(sql, key);
  if (!found) return undefined;
  const [steps, answers] = await Promise.all([experimentSteps(sql, key), experimentResults(sql, key)]);
  return { found, steps, answers };
}

function armsOf({ found, steps, answers }: StoredExperiment): MeasuredArm[] {
  const at = found.arms.findIndex(({ isBaseline }) => isBaseline);
  const summaries = summarize({
    steps: steps.map((step) => ({ ...step, step: stepName(step) })),
    answers: answers.map((answer) => ({
      ...answer,
      state: answer.state as MeasuredAnswer['state'],
      step: stepName(answer),
    })),
    arms: found.arms.length,
    baseline: at < 0 ? undefined : at,
  });
  return summaries.map((summary, index) => {
    const baseline = index === at ? undefined : summaries[at];
    const says = resultSentence({ name: found.arms[index]!.name, summary, repeats: found.repeats, baseline });
    return { ...summary, says, verdict: index === at ? undefined : verdictOf(summary, baseline) };
  });
}

const stepName = ({ traceId, spanId }: { traceId: string; spanId: string }): string => `${traceId}/${spanId}`;

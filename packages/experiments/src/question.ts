/**
 * The next question of an experiment, ready to be sent:
 *
 *   claim → the step as recorded → its request in the variant → price → reserve the upper bound
 *
 * A step that cannot be asked is left out with its reason, and the next one is taken.
 */
import {
  claimAnswer,
  endExperiment,
  experiment,
  experimentSteps,
  findProjectPrices,
  leaveAnswerOut,
  releaseAnswer,
  reserveAnswer,
  type AnswerKey,
  type AttemptKey,
  type Experiment,
  type ExperimentKey,
  type ProjectPrice,
  type Sql,
} from '@subtext/db';
import type { Rates } from '@subtext/reasoning';
import { ratesOf, upperBound } from './rates.ts';
import { recordedStep, type LeftOut, type RecordedStep } from './recorded-step.ts';
import { stepRequest, type StepRequest } from './step-request.ts';

export interface Question {
  key: AttemptKey;
  step: RecordedStep;
  request: StepRequest;
  ratesFor: (inputTokens: number) => Rates;
}

/** `none`: nothing waits, or what waits needs money that other requests have reserved. */
export async function nextQuestion(sql: Sql, key: ExperimentKey): Promise<Question | 'none'> {
  const found = await experiment(sql, key);
  if (!found || found.finishedAt !== null) return 'none';
  const prices = await findProjectPrices(sql, key.projectId);
  for (;;) {
    const claimed = await claimAnswer(sql, key);
    if (!claimed) return 'none';
    const prepared = await prepare(sql, claimed, { found, prices });
    if ('leftOut' in prepared) {
      await leaveAnswerOut(sql, claimed, prepared.leftOut);
      continue;
    }
    const bound = boundOf(prepared);
    const reserved = await reserveAnswer(sql, claimed, bound);
    if (typeof reserved === 'object') return { key: { ...claimed, ...reserved }, ...prepared };
    await releaseAnswer(sql, claimed);
    if (reserved === 'budget') await endWithoutMoney(sql, key, bound);
    return 'none';
  }
}

type Prepared = Omit<Question, 'key'>;

interface Context {
  found: Experiment;
  prices: readonly ProjectPrice[];
}

/** The same question again, for an answer that arrives from elsewhere. */
export async function questionOf(sql: Sql, key: AttemptKey): Promise<Question | LeftOut> {
  const found = await experiment(sql, { projectId: key.projectId, id: key.experimentId });
  if (!found) return { leftOut: 'There is no such experiment.' };
  const prepared = await prepare(sql, key, { found, prices: await findProjectPrices(sql, key.projectId) });
  return 'leftOut' in prepared ? prepared : { key, ...prepared };
}

async function prepare(sql: Sql, key: AnswerKey, { found, prices }: Context): Promise<Prepared | LeftOut> {
  const arm = found.arms[key.arm];
  const recorded = (await experimentSteps(sql, found)).find(
    ({ traceId, spanId }) => traceId === key.traceId && spanId === key.spanId,
  );
  if (!arm || !recorded) return { leftOut: 'The step is not stored any more.' };
  const step = await recordedStep(sql, key, key.spanId);
  if ('leftOut' in step) return step;
  const { effort, reasoningTokens } = recorded;
  const request = stepRequest(step, { arm, effort, reasoningTokens, maxOutputTokens: found.maxOutputTokens });
  if ('leftOut' in request) return request;
  const provider = arm.target === null ? (recorded.provider ?? request.target.provider) : request.target.provider;
  const asked = { provider, model: request.model, at: new Date() };
  if (!ratesOf({ ...asked, inputTokens: 0 }, prices))
    return {
      leftOut: `There is no price for ${request.model}, so its cost cannot be bounded. Set one under Settings, Prices.`,
    };
  return { step, request, ratesFor: (inputTokens) => ratesOf({ ...asked, inputTokens }, prices)! };
}

function boundOf({ request, ratesFor }: Prepared): bigint {
  const bytes = Buffer.byteLength(JSON.stringify(request.body));
  return upperBound({ bytes, maxOutputTokens: request.maxOutputTokens }, ratesFor(bytes));
}

/** While other requests are on their way, they may turn out to cost less. */
async function endWithoutMoney(sql: Sql, key: ExperimentKey, bound: bigint): Promise<void> {
  const now = await experiment(sql, key);
  if (!now || now.reserved > 0n) return;
  const reason = `The next request could cost up to ${dollars(bound)}, and ${dollars(now.budget - now.spent)} of the budget is left.`;
  await endExperiment(sql, key, { state: 'out_of_budget', reason });
}

const dollars = (nano: bigint): string => `$${(Number(nano < 0n ? 0n : nano) / 1e9).toFixed(4)}`;

/** Stores how a question ended, and ends an experiment whose requests are all refused. */
import {
  endExperiment,
  failuresInARow,
  finishExperiment,
  settleAnswer,
  type AnswerEnd,
  type ExperimentKey,
  type Sql,
} from '@subtext/db';
import type { ProviderOutcome } from '@subtext/reasoning';
import { keepTextOf } from './keep-text.ts';
import type { Question } from './question.ts';
import { bounded, readAnswer } from './read-answer.ts';

/** Requests that a provider refuses for a reason that the next one has, too: a wrong key, a wrong model. */
const FAILURES_IN_A_ROW = 5;
const MAX_REASON = 500;

interface Ended {
  question: Question;
  outcome: ProviderOutcome;
  /** A key that a provider may repeat in its error. */
  secret?: string;
}

/** Resolves to whether the answer was stored. */
export async function settle(sql: Sql, { question, outcome, secret }: Ended): Promise<boolean> {
  const end = await endOf(sql, question, outcome);
  const shown =
    end.state === 'answered' ? end : { ...end, reason: withoutSecret(bounded(end.reason, MAX_REASON), secret) };
  const isStored = await settleAnswer(sql, question.key, shown);
  if (!isStored) return false;
  const key = { projectId: question.key.projectId, id: question.key.experimentId };
  if (end.state !== 'answered') await endWhenAllFail(sql, key);
  await finishExperiment(sql, key);
  return true;
}

async function endOf(sql: Sql, question: Question, outcome: ProviderOutcome): Promise<AnswerEnd> {
  if (outcome.kind !== 'answer') return endWithout(outcome);
  const { step, request, ratesFor, key } = question;
  const asked = { step, model: request.model, ratesFor, keep: await keepTextOf(sql, key.projectId) };
  const read = readAnswer(outcome, asked);
  if (!('refused' in read)) return { state: 'answered', ...read };
  return { state: read.isCharged ? 'lost' : 'failed', reason: read.refused };
}

const endWithout = ({ kind, reason }: Exclude<ProviderOutcome, { kind: 'answer' }>): AnswerEnd =>
  kind === 'unsent'
    ? { state: 'failed', reason }
    : { state: 'lost', reason: `${reason} It counts at its upper bound.` };

async function endWhenAllFail(sql: Sql, key: ExperimentKey): Promise<void> {
  const reasons = await failuresInARow(sql, key, FAILURES_IN_A_ROW);
  if (reasons.length < FAILURES_IN_A_ROW) return;
  await endExperiment(sql, key, {
    state: 'failed',
    reason: `${FAILURES_IN_A_ROW} requests in a row failed. ${reasons[0]}`,
  });
}

const withoutSecret = (text: string, secret: string | undefined): string =>
  secret === undefined ? text : text.replaceAll(secret, '[key]');

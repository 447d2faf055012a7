/**
 * The answers of an experiment, one row for each step, variant and repetition:
 *
 *   waiting → claimed → asked (its upper bound is reserved) → answered | failed (not charged) | lost (counts at its bound)
 *
 * The reservation and the state change are one transaction that locks the row of the experiment, so any number of
 * workers together never ask for more than the budget. A worker renews the lease of its row; a row whose lease has ended
 * was left by a killed worker, and waits again. What was asked may have been charged, so its bound stays counted.
 */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { inTransaction } from '../postgres/in-transaction.ts';
import { endExperiment, type ExperimentKey } from './experiments.ts';

export interface AnswerKey {
  projectId: string;
  experimentId: string;
  traceId: string;
  spanId: string;
  arm: number;
  repeat: number;
}

/** A request that is sent for an answer. */
export interface AttemptKey extends AnswerKey {
  /** Counts from 1. */
  attempt: number;
}

const IS = (sql: Sql | TransactionSql, { projectId, experimentId, traceId, spanId, arm, repeat }: AnswerKey) => sql`
  a.project_id = ${projectId} AND a.experiment_id = ${experimentId} AND a.trace_id = decode(${traceId}, 'hex')
  AND a.span_id = decode(${spanId}, 'hex') AND a.arm = ${arm} AND a.repeat = ${repeat}`;

/** A killed worker's questions are asked again after this. */
const LEASE = '30 seconds';
/** How often a worker renews it: a few times may fail. */
export const RENEW_LEASE_MS = 6_000;
/** After so many attempts whose worker was killed, an answer is lost: asking it may be what kills them. */
const MAX_ATTEMPTS = 3;

/**
 * The next answer to ask for; undefined when none waits, or the experiment has ended. MATERIALIZED, because a join could
 * run the selection again for each row, and claim more than one.
 */
export async function claimAnswer(sql: Sql, { projectId, id }: ExperimentKey): Promise<AnswerKey | undefined> {
  await giveUpExpired(sql, { projectId, id });
  const [row] = await sql<Omit<AnswerKey, 'projectId' | 'experimentId'>[]>`
    WITH next AS MATERIALIZED (
      SELECT w.trace_id, w.span_id, w.arm, w.repeat FROM experiment_answers AS w
      WHERE w.project_id = ${projectId} AND w.experiment_id = ${id} AND w.state = 'waiting'
        AND EXISTS (SELECT FROM experiments AS e
          WHERE e.project_id = ${projectId} AND e.id = ${id} AND e.finished_at IS NULL)
      ORDER BY w.repeat, w.position, w.arm LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE experiment_answers AS a SET state = 'claimed', lease_until = now() + ${LEASE}::text::interval FROM next
    WHERE a.project_id = ${projectId} AND a.experiment_id = ${id} AND a.trace_id = next.trace_id
      AND a.span_id = next.span_id AND a.arm = next.arm AND a.repeat = next.repeat
    RETURNING encode(a.trace_id, 'hex') AS "traceId", encode(a.span_id, 'hex') AS "spanId", a.arm, a.repeat`;
  if (!row) return undefined;
  await sql`
    UPDATE experiments SET state = 'running', started_at = coalesce(started_at, now())
    WHERE project_id = ${projectId} AND id = ${id} AND state = 'waiting'`;
  return { projectId, experimentId: id, ...row };
}

async function giveUpExpired(sql: Sql, key: ExperimentKey): Promise<void> {
  const { projectId, id } = key;
  await sql`
    UPDATE experiment_answers SET state = 'waiting', lease_until = NULL
    WHERE project_id = ${projectId} AND experiment_id = ${id} AND state = 'claimed' AND lease_until < now()`;
  const expired = await sql<Omit<AttemptKey, 'projectId' | 'experimentId'>[]>`
    SELECT encode(trace_id, 'hex') AS "traceId", encode(span_id, 'hex') AS "spanId", arm, repeat, attempts AS attempt
    FROM experiment_answers
    WHERE project_id = ${projectId} AND experiment_id = ${id} AND state = 'asked' AND lease_until < now()`;
  for (const row of expired) await giveUp(sql, { projectId, experimentId: id, ...row });
}

async function giveUp(sql: Sql, key: AttemptKey): Promise<void> {
  if (key.attempt >= MAX_ATTEMPTS) {
    const reason = `${MAX_ATTEMPTS} workers ended before the answer came. Each time counts at its upper bound.`;
    await settleAnswer(sql, key, { state: 'lost', reason });
    return;
  }
  const { projectId, experimentId } = key;
  await inTransaction(sql, async (transaction) => {
    await lockExperiment(transaction, key);
    const [row] = await transaction<{ bound: bigint }[]>`
      UPDATE experiment_answers AS a SET state = 'waiting', lease_until = NULL, given_up = given_up + bound
      WHERE ${IS(transaction, key)} AND a.state = 'asked' AND a.attempts = ${key.attempt} AND a.lease_until < now()
      RETURNING a.bound`;
    if (row)
      await transaction`UPDATE experiments SET spent = spent + ${row.bound}::bigint, reserved = reserved - ${row.bound}::bigint
        WHERE project_id = ${projectId} AND id = ${experimentId}`;
  });
}

/** Before its answers, in the same order everywhere. */
const lockExperiment = (sql: Sql | TransactionSql, { projectId, experimentId }: AnswerKey) =>
  sql`SELECT FROM experiments WHERE project_id = ${projectId} AND id = ${experimentId} FOR UPDATE`;

/** Resolves to whether the worker still has the question. */
export async function renewLease(sql: Sql, key: AttemptKey): Promise<boolean> {
  const { count } = await sql`UPDATE experiment_answers AS a SET lease_until = now() + ${LEASE}::text::interval
    WHERE ${IS(sql, key)} AND a.state = 'asked' AND a.attempts = ${key.attempt}`;
  return count === 1;
}

/** Gives a claimed answer back, so that it is asked for the next time. */
export async function releaseAnswer(sql: Sql, key: AnswerKey): Promise<void> {
  await sql`UPDATE experiment_answers AS a SET state = 'waiting', lease_until = NULL
    WHERE ${IS(sql, key)} AND a.state = 'claimed'`;
}

/** Why a claimed answer is never asked for. Nothing was reserved. */
export async function leaveAnswerOut(sql: Sql, key: AnswerKey, reason: string): Promise<void> {
  await sql`UPDATE experiment_answers AS a SET state = 'left_out', lease_until = NULL, reason = ${reason}, finished_at = now()
    WHERE ${IS(sql, key)} AND a.state = 'claimed'`;
}

/** `budget`: too little is left for the upper bound of this request. `ended`: stopped, or not claimed any more. */
export type Reservation = { attempt: number } | 'budget' | 'ended';

/** Reserves the upper bound, in nano-dollars, before the request is sent. */
export function reserveAnswer(sql: Sql, key: AnswerKey, bound: bigint): Promise<Reservation> {
  const { projectId, experimentId } = key;
  return inTransaction(sql, async (transaction) => {
    const [row] = await transaction<{ isOpen: boolean; hasMoney: boolean }[]>`
      SELECT finished_at IS NULL AS "isOpen", spent + reserved + ${bound}::bigint <= budget AS "hasMoney"
      FROM experiments WHERE project_id = ${projectId} AND id = ${experimentId} FOR UPDATE`;
    if (!row?.isOpen) return 'ended';
    if (!row.hasMoney) return 'budget';
    const [asked] = await transaction<{ attempt: number }[]>`
      UPDATE experiment_answers AS a
      SET state = 'asked', bound = ${bound}, attempts = attempts + 1, lease_until = now() + ${LEASE}::text::interval
      WHERE ${IS(transaction, key)} AND a.state = 'claimed' RETURNING a.attempts AS attempt`;
    if (!asked) return 'ended';
    await transaction`UPDATE experiments SET reserved = reserved + ${bound}::bigint
      WHERE project_id = ${projectId} AND id = ${experimentId}`;
    return { attempt: asked.attempt };
  });
}

export interface AnswerFigures {
  /** null = not reported: it counts at its bound. */
  cost: bigint | null;
  inputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  latencyMs: number | null;
  calls: readonly AnswerCall[];
  text: string | null;
  isSameCall: boolean;
  /** null: the calls differ, or there are none. */
  argumentsMatch: ArgumentsMatch | null;
  unsourced: number | null;
  recordedUnsourced: number | null;
}

export type ArgumentsMatch = 'exact' | 'normalized' | 'different';

export interface AnswerCall {
  name: string;
  /** As the rules of the project keep them; null = they keep nothing. */
  arguments: string | null;
}

/** `failed`: the provider refused the request, which is not charged. `lost`: whether it was charged is unknown. */
export type AnswerEnd =
  ({ state: 'answered' } & AnswerFigures) | { state: 'failed'; reason: string } | { state: 'lost'; reason: string };

/**
 * Resolves to whether it was stored. An answer that arrives twice counts once. One that was given up counts again, unless
 * it has been asked for again since.
 */
export function settleAnswer(sql: Sql, key: AttemptKey, end: AnswerEnd): Promise<boolean> {
  const { projectId, experimentId } = key;
  return inTransaction(sql, async (transaction) => {
    await lockExperiment(transaction, key);
    const [before] = await transaction<{ state: string; bound: bigint }[]>`
      SELECT a.state, a.bound FROM experiment_answers AS a WHERE ${IS(transaction, key)} AND a.attempts = ${key.attempt}
        AND a.state IN ('asked', 'lost', 'waiting', 'claimed')`;
    const isGivenUp = before?.state === 'waiting' || before?.state === 'claimed';
    if (!before || before.state === end.state || (isGivenUp && end.state !== 'answered')) return false;
    const { bound } = before;
    const cost = end.state === 'answered' ? (end.cost ?? bound) : end.state === 'failed' ? 0n : bound;
    const wasSpent = before.state === 'asked' ? 0n : bound;
    await transaction`
      UPDATE experiments SET spent = spent - ${wasSpent}::bigint + ${cost}::bigint, reserved = reserved - ${bound - wasSpent}::bigint
      WHERE project_id = ${projectId} AND id = ${experimentId}`;
    const changes = end.state === 'answered' ? figuresOf(transaction, end) : transaction`reason = ${end.reason}`;
    await transaction`UPDATE experiment_answers AS a SET state = ${end.state}, ${changes}, lease_until = NULL,
      finished_at = now(), given_up = given_up - ${isGivenUp ? bound : 0n}::bigint
      WHERE ${IS(transaction, key)}`;
    return true;
  });
}

const figuresOf = (sql: Sql, answer: AnswerFigures) => sql`
  reason = NULL, cost = ${answer.cost}, input_tokens = ${answer.inputTokens}::float8, output_tokens = ${answer.outputTokens}::float8,
  reasoning_tokens = ${answer.reasoningTokens}::float8, latency_ms = ${answer.latencyMs},
  calls = ${JSON.stringify(answer.calls)}::text::jsonb, text = ${answer.text}, is_same_call = ${answer.isSameCall},
  arguments_match = ${answer.argumentsMatch}, unsourced = ${answer.unsourced},
  recorded_unsourced = ${answer.recordedUnsourced}`;

/** Ends the experiment when no answer waits or is on its way. Resolves to whether this ended it. */
export async function finishExperiment(sql: Sql, key: ExperimentKey): Promise<boolean> {
  const { projectId, id } = key;
  const [row] = await sql<{ isOver: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM experiment_answers WHERE project_id = ${projectId} AND experiment_id = ${id}
      AND state IN ('waiting', 'claimed', 'asked')) AS "isOver"`;
  return row!.isOver && endExperiment(sql, key, { state: 'done', reason: null });
}

/** The newest reasons of answers that failed; empty when any of the newest was answered. */
export async function failuresInARow(sql: Sql, { projectId, id }: ExperimentKey, count: number): Promise<string[]> {
  const rows = await sql<{ state: string; reason: string }[]>`
    SELECT state, reason FROM experiment_answers WHERE project_id = ${projectId} AND experiment_id = ${id}
      AND state IN ('answered', 'failed', 'lost') ORDER BY finished_at DESC LIMIT ${count}`;
  return rows.every(({ state }) => state !== 'answered') ? rows.map(({ reason }) => reason) : [];
}

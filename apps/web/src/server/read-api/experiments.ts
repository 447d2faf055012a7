// /api/v1/experiments: a program with a key of the scope "admin" starts and stops experiments, and reads what they measured.
// A worker takes their questions one by one, asks a provider with a key of its own, and brings the answers.
import {
  endExperiment,
  experiment,
  experiments,
  recordAudit,
  renewLease,
  type Answer,
  type AttemptKey,
  type AuditActor,
  type ExperimentKey,
  type Sql,
} from '@subtext/db';
import { measuredExperiment, nextQuestion, questionOf, settle } from '@subtext/experiments';
import * as z from 'zod';
import { mayReadTexts } from '../../lib/account/roles.ts';
import { actorOf } from '../access/access.ts';
import { EXPERIMENT_SUMMARY, experimentAnswer, experimentSummary } from '../experiments/experiment-answer.ts';
import { NEW_EXPERIMENT } from '../experiments/new-experiment.ts';
import { startExperiment } from '../experiments/start-experiment.ts';
import { clientAddressOf } from '../gate/index.ts';
import type { Services } from '../services.ts';
import { SPAN_ID, TRACE_ID } from '../trpc/inputs.ts';
import { admit } from './admit.ts';
import { pageOf } from './answers.ts';
import type { Failure } from './failure.ts';
import { postedObject } from './posted-object.ts';
import type { Reader } from './reader.ts';
import { writeOnce } from './write-once.ts';

export const EXPERIMENTS_ANSWER = pageOf('Experiments', EXPERIMENT_SUMMARY);

export const EXPERIMENTS_PARAMETERS = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid().optional(),
});

const PLACE = z.strictObject({
  trace_id: TRACE_ID,
  span_id: SPAN_ID,
  arm: z.int().min(0).max(10),
  repeat: z.int().min(1).max(100),
  attempt: z.int().min(1).max(100),
});

/** `none`: nothing can be asked now. While `state` is running, ask again after some seconds. */
export const QUESTION_ANSWER = z
  .object({
    state: EXPERIMENT_SUMMARY.shape.state,
    question: z
      .object({
        place: PLACE,
        target: z.string().meta({ description: 'The provider and its format, such as openai.responses/openai.' }),
        model: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.record(z.string(), z.unknown()),
      })
      .nullable(),
  })
  .meta({ id: 'ExperimentQuestion' });

export const NEW_ANSWER = z
  .strictObject({
    place: PLACE,
    outcome: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('answer'),
        status: z.int().min(100).max(599),
        contentType: z.string().max(200).nullable(),
        body: z.string(),
        latencyMs: z.number().min(0),
      }),
      z.strictObject({ kind: z.enum(['unsent', 'unknown']), reason: z.string().max(2_000) }),
    ]),
  })
  .meta({ id: 'NewExperimentAnswer' });

export const HELD_QUESTION = z.strictObject({ place: PLACE }).meta({ id: 'HeldExperimentQuestion' });

/** False: others may ask the question again, because it was not renewed for some time. */
export const QUESTION_HELD = z.object({ held: z.boolean() }).meta({ id: 'ExperimentQuestionHeld' });

export const ANSWER_STORED = z.object({ stored: z.boolean() }).meta({ id: 'ExperimentAnswerStored' });

type ExperimentServices = Pick<Services, 'prisma' | 'sql' | 'env'>;

/** `path`: what follows /api/v1. Throws a ZodError that names what is wrong with the request. */
export async function answerExperiments(
  request: Request,
  [, id, action]: readonly string[],
  services: ExperimentServices,
): Promise<Answer | Failure> {
  const reader = await admit(services, request.headers, 'admin');
  if ('status' in reader) return reader;
  if (request.method === 'POST') return posted(request, { id, action, reader, services });
  if (action !== undefined) return ONLY_POST;
  return id === undefined ? listed(request, reader, services) : oneOf(services.sql, reader, id);
}

const ONLY_POST: Failure = {
  status: 405,
  message: 'Stop, question, hold and answer of an experiment are asked with POST.',
};
const NO_POST: Failure = {
  status: 405,
  message: 'An experiment is read with GET, and started by POST /api/v1/experiments.',
};
const NONE: Failure = { status: 404, message: 'There is no such experiment in the project of this key.' };
const ARCHIVED: Failure = { status: 403, message: 'The project is archived: nothing in it is asked again.' };

interface Posted {
  id: string | undefined;
  action: string | undefined;
  reader: Reader;
  services: ExperimentServices;
}

async function posted(request: Request, { id, action, reader, services }: Posted): Promise<Answer | Failure> {
  const { project } = reader;
  if (project.isArchived && action !== 'stop') return ARCHIVED;
  if (id === undefined) return requested(request, reader, services);
  const key = { projectId: project.id, id };
  if (!z.uuid().safeParse(id).success || !(await experiment(services.sql, key))) return NONE;
  switch (action) {
    case 'stop':
      return stopped(services.sql, key, actorOf(reader.me, clientAddressOf(request.headers)));
    case 'question':
      return asWorker(reader, () => question(services.sql, key));
    case 'hold':
      return asWorker(reader, () => held(request, services.sql, key));
    case 'answer':
      return asWorker(reader, () => answered(request, services.sql, key));
    default:
      return action === undefined
        ? NO_POST
        : { status: 404, message: 'An experiment has stop, question, hold and answer.' };
  }
}

/** A question has the texts of a conversation. */
function asWorker(reader: Reader, work: () => Promise<Answer | Failure>): Promise<Answer | Failure> | Failure {
  if (mayReadTexts(reader.role)) return work();
  return { status: 403, message: 'A worker of experiments needs a key with the scopes "admin" and "read".' };
}

async function requested(request: Request, reader: Reader, { sql }: ExperimentServices): Promise<Answer | Failure> {
  const found = await postedObject(request, 'The body must be one JSON object.');
  if ('status' in found) return found;
  const made = NEW_EXPERIMENT.parse(found.body);
  const { id: projectId, slug } = reader.project;
  const madeBy = actorOf(reader.me, clientAddressOf(request.headers));
  const post = { request, projectId, operation: 'POST experiments', body: found.text };
  return writeOnce(sql, post, async (transaction) => {
    const started = await startExperiment(transaction, { projectId, made, madeBy });
    if (typeof started === 'string') return { status: 409, answer: { error: started } };
    const entry = { projectId, actor: madeBy, action: 'experiments.create', target: made.name, after: started.after };
    await recordAudit(transaction, entry);
    const measured = await measuredExperiment(transaction, { projectId, id: started.id });
    return { status: 202, answer: experimentAnswer(measured!, slug) };
  });
}

async function listed(request: Request, { project }: Reader, { sql }: ExperimentServices): Promise<Answer> {
  const { limit, cursor } = EXPERIMENTS_PARAMETERS.parse(Object.fromEntries(new URL(request.url).searchParams));
  const page = await experiments(sql, { projectId: project.id, after: cursor ?? null, limit });
  const rows = page.experiments.map((one) => experimentSummary(one, project.slug));
  return { status: 200, answer: { rows, next: page.next } };
}

async function oneOf(sql: Sql, { project }: Reader, id: string): Promise<Answer | Failure> {
  if (!z.uuid().safeParse(id).success) return NONE;
  const measured = await measuredExperiment(sql, { projectId: project.id, id });
  return measured ? { status: 200, answer: experimentAnswer(measured, project.slug) } : NONE;
}

async function stopped(sql: Sql, key: ExperimentKey, actor: AuditActor): Promise<Answer | Failure> {
  const isStopped = await endExperiment(sql, key, { state: 'stopped', reason: null });
  if (!isStopped) return { status: 409, message: 'The experiment has ended.' };
  await recordAudit(sql, { projectId: key.projectId, actor, action: 'experiments.stop', target: key.id });
  return { status: 200, answer: { stopped: true } };
}

async function question(sql: Sql, key: ExperimentKey): Promise<Answer | Failure> {
  const found = await experiment(sql, key);
  if (found?.runsOn !== 'worker')
    return { status: 409, message: 'This experiment runs on the server, with the keys of the project.' };
  const next = await nextQuestion(sql, key);
  const { state } = (await experiment(sql, key)) ?? found;
  if (next === 'none') return { status: 200, answer: { state, question: null } };
  const { request } = next;
  return {
    status: 200,
    answer: {
      state,
      question: {
        place: placeOf(next.key),
        target: request.target.id,
        model: request.model,
        headers: request.headers,
        body: request.body,
      },
    },
  };
}

const placeOf = ({ traceId, spanId, arm, repeat, attempt }: AttemptKey) => ({
  ...{ trace_id: traceId, span_id: spanId, arm, repeat, attempt },
});

const attemptAt = (
  { projectId, id }: ExperimentKey,
  { trace_id: traceId, span_id: spanId, ...rest }: z.infer<typeof PLACE>,
): AttemptKey => ({ projectId, experimentId: id, traceId, spanId, ...rest });

async function held(request: Request, sql: Sql, key: ExperimentKey): Promise<Answer | Failure> {
  const found = await postedObject(request, 'The body must be one JSON object.');
  if ('status' in found) return found;
  const { place } = HELD_QUESTION.parse(found.body);
  return { status: 200, answer: { held: await renewLease(sql, attemptAt(key, place)) } };
}

async function answered(request: Request, sql: Sql, key: ExperimentKey): Promise<Answer | Failure> {
  const found = await postedObject(request, 'The body must be one JSON object.');
  if ('status' in found) return found;
  const { place, outcome } = NEW_ANSWER.parse(found.body);
  const asked = await questionOf(sql, attemptAt(key, place));
  if ('leftOut' in asked) return { status: 409, message: asked.leftOut };
  return { status: 200, answer: { stored: await settle(sql, { question: asked, outcome }) } };
}

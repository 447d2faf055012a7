// The read API: JSON over plain HTTP, with a key that names the project. Requests go through the gate of the app.
import { currentKeyOf } from '@subtext/db';
import { randomUUID } from 'node:crypto';
import { mayReadTexts } from '../../lib/account/roles.ts';
import { accessTo, actorOf } from '../access/access.ts';
import { download } from '../trpc/file-answer.ts';
import { TRACE_ID } from '../trpc/inputs.ts';
import { whileHeld } from '../live/access-watch.ts';
import { liveShared } from '../live/live-shared.ts';
import type { Services } from '../services.ts';
import { admit } from './admit.ts';
import { describeApi } from './document.ts';
import { recordTextsRead } from '../audit/reading.ts';
import { clientAddressOf } from '../gate/index.ts';
import type { ApiReader } from './endpoint.ts';
import { answerDeletions } from './deletions.ts';
import { answerExport } from './export.ts';
import { answerExperiments } from './experiments.ts';
import { answerExports } from './exports.ts';
import { ENDPOINTS, findEndpoint } from './endpoints.ts';
import { failureOf, isFailure, type Failure } from './failure.ts';
import { readerCaller } from './reader-caller.ts';
import type { Reader } from './reader.ts';
import { writeMarks } from './write-marks.ts';
import { writeScore } from './write-score.ts';

export type ReadApiServices = Pick<Services, 'prisma' | 'sql' | 'reads' | 'env'>;

const PATHS = `GET ${Object.keys(ENDPOINTS)
  .map((name) => `/api/v1/${name}`)
  .join(
    ', ',
  )}, /api/v1/traces/{id}, /api/v1/deletions, /api/v1/exports, /api/v1/experiments or /api/v1/export; /api/v1/openapi.json describes them`;

/** `path`: what follows /api/v1. */
export async function answer(request: Request, path: readonly string[], services: ReadApiServices): Promise<Response> {
  const requestId = randomUUID().slice(0, 8);
  try {
    // The document is of no project, so it needs no key.
    if (path.length === 1 && path[0] === 'openapi.json') return json(describeApi(services.env.webUrl), 200);
    const [first = '', id] = path;
    if (first === 'experiments' && path.length <= 3) {
      const given = await answerExperiments(request, path, services);
      return isFailure(given) ? refused(given) : json(given.answer, given.status);
    }
    if (Object.hasOwn(ADMIN_ANSWERS, first) && path.length <= 2) {
      const given = await ADMIN_ANSWERS[first as keyof typeof ADMIN_ANSWERS](request, id, services);
      return isFailure(given) ? refused(given) : json(given.answer, given.status);
    }
    if (request.method === 'POST') return await written(request, path, services);
    const reader = await admit(services, request.headers);
    if ('status' in reader) return refused(reader);
    const [name = '', trace, ...more] = path;
    if (name === 'traces' && trace !== undefined && more.length === 0)
      return await wholeTrace(request, { reader, id: trace, services });
    if (path.length === 1 && name === 'export') return await wholeProject(request, reader, services);
    const found = findEndpoint(path);
    if (!found) return refused({ status: 404, message: `There is nothing at this path. Ask ${PATHS}.` });
    const query = new URL(request.url).searchParams;
    const { slug: project, name: projectName } = reader.project;
    const caller = readerCaller(request, { reader, services, requestId });
    const asking: ApiReader = { caller, project, projectName, webUrl: services.env.webUrl };
    return json(await found.endpoint.ask({ query, path: found.path }, asking), 200);
  } catch (cause) {
    return refused(failureOf(cause, { path: path.join('/'), requestId }));
  }
}

/** For a key with the scope `admin`. */
const ADMIN_ANSWERS = { deletions: answerDeletions, exports: answerExports };

async function written(request: Request, path: readonly string[], services: ReadApiServices): Promise<Response> {
  const write = WRITES.get(path.join('/'));
  if (!write) return refused({ status: 405, message: NOT_WRITABLE });
  const result = await write(request, services);
  return isFailure(result) ? refused(result) : json(result, 200);
}

type Write = (request: Request, services: ReadApiServices) => Promise<object | Failure>;
const WRITES: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['scores', writeScore],
  ['marks', writeMarks],
]);

const NOT_WRITABLE =
  'Only scores, marks, deletions, exports and experiments can be written: POST /api/v1/scores, marks, deletions, exports or experiments.';

interface WholeTrace {
  reader: Reader;
  id: string;
  services: ReadApiServices;
}

async function wholeTrace(request: Request, { reader, id, services }: WholeTrace): Promise<Response> {
  const { project, me } = reader;
  if (!mayReadTexts(reader.role)) return refused({ status: 403, message: NO_TEXTS_OF_KEY });
  if (!TRACE_ID.safeParse(id).success) return noTrace();
  const key = await currentKeyOf(services.sql, { projectId: project.id, traceId: id });
  const document = await services.reads.document(key, { name: 'json' }, request.signal);
  if (!document) return noTrace();
  await recordTextsRead(services.sql, key, actorOf(me, clientAddressOf(request.headers)));
  const file = await download(document, { name: `trace-${id.slice(0, 8)}.json`, type: 'application/json' });
  return whileHeld(file, liveShared(services.sql).access.hold(accessTo(project.id, me)));
}

/** A page of everything in the project. */
async function wholeProject(request: Request, reader: Reader, services: ReadApiServices): Promise<Response> {
  const { project, me } = reader;
  if (!mayReadTexts(reader.role)) return refused({ status: 403, message: NO_TEXTS_OF_KEY });
  const actor = actorOf(me, clientAddressOf(request.headers));
  const file = await answerExport(request, { project, actor, services });
  return whileHeld(file, liveShared(services.sql).access.hold(accessTo(project.id, me)));
}

const NO_TEXTS_OF_KEY = 'A key with the scope "figures" reads no texts of a trace. Use a key with the scope "read".';

const noTrace = () => refused({ status: 404, message: 'There is no such trace in the project of this key.' });

function refused({ status, message, retryAfter }: Failure): Response {
  const response = json({ error: message }, status);
  if (status === 405) response.headers.set('allow', 'GET');
  if (status === 401) response.headers.set('www-authenticate', 'Bearer');
  if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter));
  return response;
}

const json = (value: object, status: number): Response =>
  new Response(`${JSON.stringify(value)}\n`, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });

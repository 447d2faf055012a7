// The API as OpenAPI 3.1, made of the schemas that check what is asked, and of the columns that make the rows.
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import { DELETION_PREVIEW, DELETION_RECEIPT } from '../deletions/receipt.ts';
import { TRACE_ID } from '../trpc/inputs.ts';
import { ERROR_ANSWER, TRACE_ANSWER } from './answers.ts';
import { ENDPOINTS } from './endpoints.ts';
import { EXPORT_PARAMETERS } from './parameters.ts';
import { EXPERIMENT_ANSWER } from '../experiments/experiment-answer.ts';
import { NEW_EXPERIMENT } from '../experiments/new-experiment.ts';
import {
  ANSWER_STORED,
  HELD_QUESTION,
  QUESTION_HELD,
  EXPERIMENTS_ANSWER,
  EXPERIMENTS_PARAMETERS,
  NEW_ANSWER,
  QUESTION_ANSWER,
} from './experiments.ts';
import { EXPORT_ANSWER } from '../exports/export-answer.ts';
import { EXPORTS_ANSWER, EXPORTS_PARAMETERS, NEW_EXPORT } from './exports.ts';
import { DELETIONS_ANSWER, DELETIONS_PARAMETERS, NEW_DELETION } from './deletions.ts';
import { MARKS_ANSWER, NEW_MARKS } from './write-marks.ts';
import { WRITE_KEY } from './write-once.ts';
import { NEW_SCORE, SCORE_KEY, SCORE_ROW } from './scores.ts';

const JSON_TYPE = 'application/json';

const wrong = (description: string, headers?: z.ZodObject) => ({
  description,
  content: { [JSON_TYPE]: { schema: ERROR_ANSWER } },
  ...(headers && { headers }),
});

const RETRY = z.object({ 'Retry-After': z.int().min(1).meta({ description: 'Seconds.' }) });

const FAILURES: ZodOpenApiResponsesObject = {
  401: wrong('There is no key, or it is unknown, revoked or expired.'),
  500: wrong('It went wrong; the words name a request that stands in the log.'),
  503: wrong('The database cannot be reached.'),
};

const WRITTEN: ZodOpenApiResponsesObject = {
  ...FAILURES,
  200: { description: 'The score as it is stored.', content: { [JSON_TYPE]: { schema: SCORE_ROW } } },
  400: wrong('Something is wrong with the body or the Idempotency-Key; the words say what.'),
  403: wrong('The key may not write scores.'),
  409: wrong('The trace has as many scores as it may have, or this one was removed.'),
  413: wrong('The body is too large.'),
  429: wrong('The key has asked too often in this minute.', RETRY),
};

const MARKED: ZodOpenApiResponsesObject = {
  ...FAILURES,
  200: { description: 'The trace has the tags.', content: { [JSON_TYPE]: { schema: MARKS_ANSWER } } },
  400: wrong('Something is wrong with the body; the words say what.'),
  403: wrong('The key may not write tags.'),
  404: wrong('There is no such trace in the project of the key.'),
  409: wrong('The trace would have too many tags.'),
  413: wrong('The body is too large.'),
  429: wrong('The key has asked too often in this minute.', RETRY),
};

const DELETION_REQUESTED: ZodOpenApiResponsesObject = {
  ...FAILURES,
  200: { description: 'With dry_run: what would be deleted.', content: { [JSON_TYPE]: { schema: DELETION_PREVIEW } } },
  202: { description: 'It is done in the background.', content: { [JSON_TYPE]: { schema: DELETION_RECEIPT } } },
  400: wrong('Something is wrong with the body or the Idempotency-Key; the words say what.'),
  403: wrong('The key may not delete.'),
  409: wrong('The project has too many unfinished deletions.'),
  413: wrong('The body is too large.'),
  422: wrong('The Idempotency-Key was used for another request.'),
  429: wrong('The key has asked too often in this minute.', RETRY),
};

const EXPORT_STARTED: ZodOpenApiResponsesObject = {
  ...FAILURES,
  202: { description: 'It is done in the background.', content: { [JSON_TYPE]: { schema: EXPORT_ANSWER } } },
  400: wrong('Something is wrong with the body or the Idempotency-Key; the words say what.'),
  403: wrong('The key may not export to a target.'),
  404: wrong('There is no such target in the project of the key.'),
  409: wrong('An export to the target is not finished.'),
  413: wrong('The body is too large.'),
  422: wrong('The Idempotency-Key was used for another request.'),
  429: wrong('The key has asked too often in this minute.', RETRY),
};

const EXPERIMENT_STARTED: ZodOpenApiResponsesObject = {
  ...EXPORT_STARTED,
  202: { description: 'It begins in the background.', content: { [JSON_TYPE]: { schema: EXPERIMENT_ANSWER } } },
  403: wrong('The key may not start an experiment.'),
  404: wrong('The project of the key was not found.'),
  409: wrong('No step matches, a model has no price, or there is no key for a provider; the words say what.'),
};

const answered = (schema: z.ZodType): ZodOpenApiResponsesObject => ({
  ...FAILURES,
  200: { description: 'What was asked for.', content: { [JSON_TYPE]: { schema } } },
  403: wrong('The key may not read.'),
  429: wrong('The key has asked too often in this minute, or many large reads of the project wait.', RETRY),
});

const LISTS = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([name, { operationId = name, summary, path, parameters, answer }]) => [
    `/api/v1/${name}`,
    {
      get: {
        ...{ operationId, summary, requestParams: { query: parameters, ...(path && { path }) } },
        responses: {
          ...answered(answer),
          400: wrong('Something is asked wrongly; the words say what.'),
          404: wrong('There is no such trace or step in the project of the key.'),
        },
      },
    },
  ]),
);

const NO_EXPERIMENT = 'There is no such experiment in the project of the key.';

const PATHS: ZodOpenApiPathsObject = {
  ...LISTS,
  '/api/v1/scores': {
    ...LISTS['/api/v1/scores'],
    post: {
      operationId: 'writeScore',
      summary: 'Write a score or a comment; needs a key with the scope "scores"',
      requestParams: { header: z.object({ 'Idempotency-Key': SCORE_KEY }) },
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: NEW_SCORE } } },
      responses: WRITTEN,
    },
  },
  '/api/v1/marks': {
    post: {
      operationId: 'writeMarks',
      summary: 'Tag or bookmark a trace, as users do; needs a key with the scope "scores"',
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: NEW_MARKS } } },
      responses: MARKED,
    },
  },
  '/api/v1/deletions': {
    get: {
      operationId: 'deletions',
      summary: 'Deletions of traces with their receipts, newest first; needs a key with the scope "admin"',
      requestParams: { query: DELETIONS_PARAMETERS },
      responses: { ...answered(DELETIONS_ANSWER), 400: wrong('Something is asked wrongly; the words say what.') },
    },
    post: {
      operationId: 'requestDeletion',
      summary: 'Delete the traces of a user, session, tag or filter; needs a key with the scope "admin"',
      requestParams: { header: z.object({ 'Idempotency-Key': WRITE_KEY }) },
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: NEW_DELETION } } },
      responses: DELETION_REQUESTED,
    },
  },
  '/api/v1/deletions/{id}': {
    get: {
      operationId: 'deletion',
      summary: 'A deletion with its receipt; needs a key with the scope "admin"',
      requestParams: { path: z.object({ id: z.uuid() }) },
      responses: { ...answered(DELETION_RECEIPT), 404: wrong('There is no such deletion in the project of the key.') },
    },
  },
  '/api/v1/exports': {
    get: {
      operationId: 'exports',
      summary: 'Exports that the server writes to a target, newest first; needs a key with the scope "admin"',
      requestParams: { query: EXPORTS_PARAMETERS },
      responses: { ...answered(EXPORTS_ANSWER), 400: wrong('Something is asked wrongly; the words say what.') },
    },
    post: {
      operationId: 'startExport',
      summary: 'Export the project to one of its targets; needs a key with the scope "admin"',
      requestParams: { header: z.object({ 'Idempotency-Key': WRITE_KEY }) },
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: NEW_EXPORT } } },
      responses: EXPORT_STARTED,
    },
  },
  '/api/v1/exports/{id}': {
    get: {
      operationId: 'export',
      summary: 'An export with its counts; needs a key with the scope "admin"',
      requestParams: { path: z.object({ id: z.uuid() }) },
      responses: { ...answered(EXPORT_ANSWER), 404: wrong('There is no such export in the project of the key.') },
    },
  },
  '/api/v1/experiments': {
    get: {
      operationId: 'experiments',
      summary: 'Experiments, newest first; needs a key with the scope "admin"',
      requestParams: { query: EXPERIMENTS_PARAMETERS },
      responses: { ...answered(EXPERIMENTS_ANSWER), 400: wrong('Something is asked wrongly; the words say what.') },
    },
    post: {
      operationId: 'startExperiment',
      summary: 'Ask recorded steps again with other settings, within a budget; needs a key with the scope "admin"',
      requestParams: { header: z.object({ 'Idempotency-Key': WRITE_KEY }) },
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: NEW_EXPERIMENT } } },
      responses: EXPERIMENT_STARTED,
    },
  },
  '/api/v1/experiments/{id}': {
    get: {
      operationId: 'experiment',
      summary: 'An experiment with what it has measured; needs a key with the scope "admin"',
      requestParams: { path: z.object({ id: z.uuid() }) },
      responses: { ...answered(EXPERIMENT_ANSWER), 404: wrong(NO_EXPERIMENT) },
    },
  },
  '/api/v1/experiments/{id}/stop': {
    post: {
      operationId: 'stopExperiment',
      summary: 'Stop an experiment; needs a key with the scope "admin"',
      requestParams: { path: z.object({ id: z.uuid() }) },
      responses: {
        ...answered(z.object({ stopped: z.literal(true) })),
        404: wrong(NO_EXPERIMENT),
        409: wrong('It has ended.'),
      },
    },
  },
  '/api/v1/experiments/{id}/question': {
    post: {
      operationId: 'experimentQuestion',
      summary: 'The next question for a worker; needs a key with the scopes "admin" and "read"',
      requestParams: { path: z.object({ id: z.uuid() }) },
      responses: { ...answered(QUESTION_ANSWER), 404: wrong(NO_EXPERIMENT), 409: wrong('It runs on the server.') },
    },
  },
  '/api/v1/experiments/{id}/hold': {
    post: {
      operationId: 'holdExperimentQuestion',
      summary:
        'Keep a question for 30 seconds more, while a provider answers; needs a key with the scopes "admin" and "read"',
      requestParams: { path: z.object({ id: z.uuid() }) },
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: HELD_QUESTION } } },
      responses: { ...answered(QUESTION_HELD), 404: wrong(NO_EXPERIMENT) },
    },
  },
  '/api/v1/experiments/{id}/answer': {
    post: {
      operationId: 'experimentAnswer',
      summary: 'The answer of a provider to a question; needs a key with the scopes "admin" and "read"',
      requestParams: { path: z.object({ id: z.uuid() }) },
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: NEW_ANSWER } } },
      responses: {
        ...answered(ANSWER_STORED),
        400: wrong('Something is wrong; the words say what.'),
        404: wrong(NO_EXPERIMENT),
      },
    },
  },
  '/api/v1/export': {
    get: {
      operationId: 'exportPage',
      summary: 'Everything in the project as lines of JSON, a page at a time; the command line writes files of it',
      requestParams: { query: EXPORT_PARAMETERS },
      responses: {
        ...FAILURES,
        200: {
          description: 'Lines: the schema, rows, and the counts of what is stored with the cursor of the next page.',
          content: { 'application/x-ndjson': { schema: z.string() } },
        },
        400: wrong('Something is asked wrongly; the words say what.'),
        403: wrong('The key may not read texts.'),
        429: wrong('The key has asked too often in this minute, or many large reads of the project wait.', RETRY),
      },
    },
  },
  '/api/v1/traces/{id}': {
    get: {
      operationId: 'trace',
      summary: 'A whole trace with every thought, call, result and span',
      requestParams: { path: z.object({ id: TRACE_ID }) },
      responses: { ...answered(TRACE_ANSWER), 404: wrong('There is no such trace in the project of the key.') },
    },
  },
};

type ApiDocument = ReturnType<typeof createDocument>;

/** By URL of the installation; cached because building takes milliseconds and access is public. */
const documents = new LRUCache<string, ApiDocument>({ max: 10 });

/** `url`: the URL of this installation. */
export function describeApi(url: string): ApiDocument {
  const document = documents.get(url) ?? writtenFor(url);
  documents.set(url, document);
  return document;
}

function writtenFor(url: string): ApiDocument {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Subtext',
      version: '1',
      description:
        'Reads the one project that a key is of, writes scores and tags to it, deletes traces, and starts exports. What is not known is null, never zero.',
    },
    servers: [{ url }],
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key with the scope "read", or "figures" for answers without texts: Settings, API keys.',
        },
      },
    },
    paths: PATHS,
  });
}

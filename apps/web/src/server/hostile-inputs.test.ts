// Random input for every procedure and every endpoint of the read API, with real PostgreSQL: an invalid input gets a
// 4xx with a sentence. Procedures are found in the router and inputs made from their schemas, so a new one is covered.
import { createApiKey, createShareLink, ensureProject, FIRST_ORGANIZATION } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import { answer } from './read-api/answer.ts';
import { ENDPOINTS } from './read-api/endpoints.ts';
import { appRouter } from './routers/index.ts';
import { shareRouter } from './routers/trace/share.ts';
import { createShareContext } from './share/share.ts';
import { SHARED_PROJECT } from '../lib/traces/share.ts';
import { storeMarkedTrace } from './testing/marked-trace.ts';
import { openOwner, TEST_ENV, type Owner } from './testing/owner.ts';
import { HOSTILE, inputArbitrary } from './testing/schema-arbitrary.ts';

const TRACE = 'c'.repeat(32);
const RUNS = 25;
/** A procedure takes a tenth of this; on a slow machine it has fewer runs. */
const MAX_MS = 5000;

let owner: Owner;
let shareToken: string;
let key: string;

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  const { id: projectId } = await ensureProject(sql, { slug: 'default', name: 'Default' });
  await storeMarkedTrace(sql, { project: projectId, traceId: TRACE, mark: 'pelican' });
  const { id: createdBy } = await owner.prisma.user.findFirstOrThrow();
  const shows = { thoughts: true, said: true, arguments: true, results: true };
  const link = await createShareLink(sql, { projectId, traceId: TRACE }, { shows, expiresInDays: 7, createdBy });
  shareToken = link!.token;
  await sql`
    INSERT INTO organization_members (organization_id, user_id, role) VALUES (${FIRST_ORGANIZATION.id}, ${createdBy}, 'owner')`;
  key = (await createApiKey(sql, { projectId, name: 'read', scopes: ['read'] })).key;
});
afterAll(() => owner.close());

type Procedure = (input: unknown) => Promise<unknown>;

const named = (caller: unknown, path: string): Procedure =>
  path.split('.').reduce((parent, name) => (parent as Record<string, unknown>)[name], caller) as Procedure;

const inputsOf = (router: object, path: string): z.ZodType[] => {
  const { procedures } = (router as { _def: { procedures: Record<string, { _def: { inputs: z.ZodType[] } }> } })._def;
  return procedures[path]!._def.inputs;
};

/** Reads the beginning of a stream. @throws every error that is not the fault of the input. */
async function call(procedure: Procedure, input: unknown): Promise<void> {
  try {
    const answered = await procedure(input);
    if (typeof answered !== 'object' || answered === null || !(Symbol.asyncIterator in answered)) return;
    for await (const _event of answered as AsyncIterable<unknown>) return;
  } catch (error) {
    if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return;
    throw error;
  }
}

/** Inputs that pass the gate; most of them name an existing trace. */
async function expectNoFailure(procedure: Procedure, schemas: readonly z.ZodType[], address: object): Promise<void> {
  const inputs = fc.tuple(inputArbitrary(schemas), fc.integer({ min: 0, max: 3 }));
  const property = fc.asyncProperty(inputs, ([input, at]) =>
    call(procedure, at === 0 ? { ...input, project: 'default' } : { ...input, ...address }),
  );
  const options = { numRuns: RUNS, interruptAfterTimeLimit: MAX_MS, markInterruptAsFailure: false };
  await fc.assert(property, options);
}

it.each(Object.keys(appRouter._def.procedures))('%s answers garbage without failing', async (path) => {
  const caller = await owner.caller();
  // The only trace stays for the other procedures.
  const organization = FIRST_ORGANIZATION.id;
  const address = { project: 'default', organization, ...(path !== 'traces.delete' && { trace: TRACE }) };
  await expectNoFailure(named(caller, path), inputsOf(appRouter, path), address);
});

it.each(Object.keys(shareRouter._def.procedures))(
  '%s of a share link answers garbage without failing',
  async (path) => {
    const caller = shareRouter.createCaller(
      createShareContext({ sql: owner.database.sql, reads: owner.reads }, shareToken),
    );
    await expectNoFailure(named(caller, path), inputsOf(shareRouter, path), { project: SHARED_PROJECT, trace: TRACE });
  },
);

it.each([undefined, null, 7, 'x', [], [[]], new Map(), new Date(Number.NaN)])(
  'an input that is %s is refused',
  async (input) => {
    const caller = await owner.caller();
    for (const path of Object.keys(appRouter._def.procedures)) await call(named(caller, path), input);
  },
);

it.each(Object.keys(ENDPOINTS))('the endpoint %s of the read API answers garbage without failing', async (name) => {
  const texts = HOSTILE.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
  const { parameters } = ENDPOINTS[name]!;
  const path = name.replace('{id}', TRACE).replace('{step}', '1');
  const cursor = fc
    .constantFrom(...HOSTILE)
    .map((value) =>
      Buffer.from(
        JSON.stringify({ value, id: TRACE }, (_key, each: unknown) => (typeof each === 'bigint' ? 0 : each)),
      ).toString('base64url'),
    );
  const asText = (fitting: unknown) => (fitting instanceof Date ? fitting.toJSON() : String(fitting));
  const property = fc.asyncProperty(
    inputArbitrary([parameters]),
    fc.subarray(Object.keys(parameters.shape)),
    fc.oneof(cursor, fc.constantFrom(...texts)),
    async (fitting, given, place) => {
      const query = new URLSearchParams(given.map((each) => [each, each === 'cursor' ? place : asText(fitting[each])]));
      const headers = { authorization: `Bearer ${key}` };
      const request = new Request(`http://localhost/api/v1/${path}?${query.toString()}`, { headers });
      const { prisma, database, reads } = owner;
      const response = await answer(request, path.split('/'), { prisma, sql: database.sql, reads, env: TEST_ENV });
      expect([query.toString(), response.status, response.status < 500 || (await response.text())]).toEqual([
        expect.any(String),
        expect.any(Number),
        true,
      ]);
    },
  );
  await fc.assert(property, { numRuns: 300, interruptAfterTimeLimit: MAX_MS, markInterruptAsFailure: false });
});

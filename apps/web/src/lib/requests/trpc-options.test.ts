import { skipToken } from '@tanstack/react-query';
import { createTRPCUntypedClient, type Operation } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { expect, it } from 'vitest';
import type { AppRouter } from '../../server/routers/index.ts';
import { makeQueryClient } from './query-client.ts';
import { clientOf, optionsOf, type Ask } from './trpc-options.ts';

// Records operations at the last link instead of sending them.
const sent: Pick<Operation, 'type' | 'path' | 'input' | 'context'>[] = [];
const untyped = createTRPCUntypedClient<AppRouter>({
  links: [
    () =>
      ({ op: { type, path, input, context } }) =>
        observable((observer) => {
          sent.push({ type, path, input, context });
          observer.next({ result: { type: 'data', data: 'answer' } });
          observer.complete();
        }),
  ],
});
const ask: Ask = ({ type, path, input, options }) => untyped[type](path, input, options);
const ours = optionsOf(ask);
const queryClient = makeQueryClient();
const theirs = createTRPCOptionsProxy<AppRouter>({ client: untyped, queryClient });

const PROJECT = { project: 'default' };
const TRACE = { ...PROJECT, trace: 'a'.repeat(32) };
const LIST = { ...PROJECT, q: '', range: '24h', sort: 'age', ascending: false } as const;
const CURSOR = { value: '1', id: 'a'.repeat(32) };
const START = { initialCursor: null, getNextPageParam: () => CURSOR };
const ALONE = { trpc: { context: { alone: true } } };

type Options = typeof theirs;
const QUERIES = {
  'a query': (trpc: Options) => trpc.trace.summary.queryOptions(TRACE),
  'a query with its own ways': (trpc: Options) => trpc.traces.totals.queryOptions(LIST, ALONE),
  'pages from a cursor': (trpc: Options) => trpc.traces.list.infiniteQueryOptions(LIST, START),
  'pages whose input has a cursor': (trpc: Options) =>
    trpc.traces.list.infiniteQueryOptions({ ...LIST, cursor: CURSOR }, START),
};

it.each(Object.entries(QUERIES))('has the key of the library for %s', (_, options) => {
  expect(options(ours).queryKey).toEqual(options(theirs).queryKey);
});

it.each(Object.entries(QUERIES))('asks as the library does for %s', async (_, options) => {
  const asked = await Promise.all(
    [ours, theirs].map(async (trpc) => {
      sent.length = 0;
      const { queryFn, queryKey } = options(trpc);
      const page = { pageParam: 'cursor', direction: 'forward', queryKey, signal: new AbortController().signal };
      expect(await (queryFn as (context: unknown) => unknown)(page)).toBe('answer');
      return [...sent];
    }),
  );
  expect(asked[0]).toEqual(asked[1]);
  expect(asked[0]).toHaveLength(1);
});

it('begins pages where the library begins them', () => {
  const [one, other] = [ours, theirs].map((trpc) => trpc.traces.list.infiniteQueryOptions(LIST, START));
  expect(one!.initialPageParam).toBe(other!.initialPageParam);
});

it('finds the queries that the library finds', () => {
  expect(ours.keys.list.queryFilter(PROJECT)).toEqual(theirs.keys.list.queryFilter(PROJECT));
  expect(ours.trace.text.queryFilter()).toEqual(theirs.trace.text.queryFilter());
  expect(ours.quarantine.pathKey()).toEqual(theirs.quarantine.pathKey());
});

it('changes what the library changes', async () => {
  const [one, other] = [ours, theirs].map((trpc) => trpc.views.remove.mutationOptions());
  expect(one!.mutationKey).toEqual(other!.mutationKey);
  sent.length = 0;
  for (const options of [one, other]) await options!.mutationFn!({ ...PROJECT, id: 'x' }, undefined as never);
  expect(sent[0]).toEqual(sent[1]);
});

it('asks outside of queries, too', async () => {
  sent.length = 0;
  const client = clientOf(ask);
  expect(await client.trace.summary.query(TRACE, { context: { alone: true } })).toBe('answer');
  expect(sent).toMatchObject([{ type: 'query', path: 'trace.summary', input: TRACE, context: { alone: true } }]);
});

it('is no promise, so that it can be the result of one', async () => {
  expect(await Promise.resolve(ours)).toBe(ours);
});

it('says what it does not offer', () => {
  expect(() => ours.trace.summary.queryKey(TRACE)).toThrow('trace.summary.queryKey');
});

it('asks nothing while there is nothing to ask for, and has the key of the library then', () => {
  const options = (trpc: Options) => trpc.traces.totals.queryOptions(skipToken);
  expect(options(ours)).toMatchObject({ queryFn: skipToken, queryKey: options(theirs).queryKey });
});

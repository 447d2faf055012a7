/**
 * tRPC procedures as query options, with the query keys of `@trpc/tanstack-react-query`, which the server uses for
 * prefetching. That library would add the whole tRPC client (13 kB gzip) to the first load of every page; here the
 * client loads later, with the first query.
 */
import { skipToken } from '@tanstack/react-query';
import type { TRPCClient, TRPCRequestOptions } from '@trpc/client';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../../server/routers/index.ts';

export interface Question {
  type: 'query' | 'mutation';
  path: string;
  input: unknown;
  options?: TRPCRequestOptions;
}
export type Ask = (question: Question) => Promise<unknown>;

/** Starts to load the client at once in a browser, and retries with the next query if that failed. */
export function askAt(url: string): Ask {
  const load = async () => (await import('./trpc-client.ts')).makeClient(url);
  let client: ReturnType<typeof load> | undefined;
  const loaded = () => {
    client ??= load();
    client.catch(() => (client = undefined));
    return client;
  };
  if (typeof window !== 'undefined') void loaded();
  return async ({ type, path, input, options }) => (await loaded())[type](path, input, options);
}

type ProcedureOptions = { trpc?: TRPCRequestOptions; initialCursor?: unknown } | undefined;
interface Procedure {
  ask: Ask;
  path: readonly string[];
}

const procedureKey = (path: readonly string[], input: unknown, type: 'query' | 'infinite') => [
  path,
  { ...(input !== undefined && { input }), type },
];

function queryOptions({ ask, path }: Procedure, input: unknown, given: ProcedureOptions) {
  // There is nothing to ask for yet.
  if (input === skipToken) return { ...given, queryKey: procedureKey(path, undefined, 'query'), queryFn: skipToken };
  const queryFn = () => ask({ type: 'query', path: path.join('.'), input, options: given?.trpc });
  return { ...given, queryKey: procedureKey(path, input, 'query'), queryFn };
}

interface PageContext {
  pageParam: unknown;
  direction: 'forward' | 'backward';
}

function infiniteQueryOptions({ ask, path }: Procedure, input: object | undefined, given: ProcedureOptions) {
  const { cursor, direction: _, ...kept } = { cursor: undefined, direction: undefined, ...input };
  const queryFn = ({ pageParam, direction }: PageContext) => {
    const page = { ...kept, ...(pageParam !== undefined && { cursor: pageParam }), direction };
    return ask({ type: 'query', path: path.join('.'), input: page, options: given?.trpc });
  };
  const initialPageParam = given?.initialCursor ?? cursor;
  return { ...given, queryKey: procedureKey(path, input && kept, 'infinite'), queryFn, initialPageParam };
}

function mutationOptions({ ask, path }: Procedure, given: ProcedureOptions) {
  const mutationFn = (input: unknown) => ask({ type: 'mutation', path: path.join('.'), input, options: given?.trpc });
  return { ...given, mutationKey: [path], mutationFn };
}

/** The part of the library's API that components use; its types declare more. */
const MAKERS: Readonly<Record<string, (procedure: Procedure, first: never, second: never) => unknown>> = {
  queryOptions,
  infiniteQueryOptions,
  mutationOptions,
  queryFilter: ({ path }, input: unknown, filter: object) => ({
    ...filter,
    queryKey: procedureKey(path, input, 'query'),
  }),
  pathKey: ({ path }) => [path],
};

export const optionsOf = (ask: Ask) =>
  proxyOf((names, args) => {
    const make = MAKERS[names.at(-1)!];
    if (!make) throw new Error(`Not offered here: ${names.join('.')}`);
    return make({ ask, path: names.slice(0, -1) }, args[0] as never, args[1] as never);
  }) as unknown as TRPCOptionsProxy<AppRouter>;

/** Procedures as functions, for calls outside of queries: `client.trace.previews.query(input)`. */
export const clientOf = (ask: Ask) =>
  proxyOf((names, args) => {
    const type = names.at(-1) === 'mutate' ? 'mutation' : 'query';
    return ask({ type, path: names.slice(0, -1).join('.'), input: args[0], options: args[1] as TRPCRequestOptions });
  }) as unknown as TRPCClient<AppRouter>;

type Call = (names: readonly string[], args: readonly unknown[]) => unknown;

/** `proxy.a.b(1)` calls with `['a', 'b']` and `[1]`. */
function proxyOf(call: Call, names: readonly string[] = []): object {
  return new Proxy(() => {}, {
    // `then` must be undefined: a promise resolved with the proxy would otherwise treat it as a promise and wait for
    // it.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? proxyOf(call, [...names, name]) : undefined),
    apply: (_, __, args: unknown[]) => call(names, args),
  });
}

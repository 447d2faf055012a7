'use client';
// Typed access to the server for components: `const trpc = useTRPC(); useQuery(trpc.keys.list.queryOptions({ project
// }))`.
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createContext, useContext } from 'react';
import type { AppRouter } from '../../server/routers/index.ts';
import { askAt, clientOf, optionsOf } from './trpc-options.ts';

/** An endpoint of the server, by its URL. */
export function gateAt(url: string) {
  const ask = askAt(url);
  return { options: optionsOf(ask), client: clientOf(ask) };
}

const Gate = createContext<ReturnType<typeof gateAt> | null>(null);
export const GateProvider = Gate.Provider;

function useGate() {
  const gate = useContext(Gate);
  if (!gate) throw new Error('There is no gate to ask around this component.');
  return gate;
}

export const useTRPC = () => useGate().options;
/** For calls outside of queries. */
export const useTRPCClient = () => useGate().client;

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

// Who asks about runs: a program with a key, for the read API and for MCP.
import { TRPCError } from '@trpc/server';
import type { Caller } from '../routers/index.ts';
import type { Site } from './links.ts';

export interface RunReader extends Site {
  /** Behind the gate of the app, as the reader of the key's project. */
  caller: Caller;
}

export const notFound = (message: string) => new TRPCError({ code: 'NOT_FOUND', message });
export const wrong = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message });

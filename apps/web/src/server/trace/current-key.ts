// The key of a trace from a URL: links to a trace that became a part of another one lead there.
import { currentKeyOf, type TraceKey } from '@subtext/db';
import { services } from '../services.ts';

/** `traceId`: 32 hex digits. */
export const currentKey = (projectId: string, traceId: string): Promise<TraceKey> =>
  currentKeyOf(services().sql, { projectId, traceId });

// The setting that would have made thinking visible. Computed on the server, because the rules of all providers are a
// large text.
import { spanReceipt, type Sql, type TraceKey } from '@subtext/db';
import { hintFor, type ApiName, type Hint, type ThinkingState } from '@subtext/reasoning';
import type { LargeReads } from '../large-reads/large-reads.ts';

/** The part of a span's body in which the name of its wire format is found. */
const LOOKED_AT_CHARACTERS = 64_000;

export interface HintSources {
  sql: Sql;
  reads: LargeReads;
  /** Aborts when the client leaves. */
  signal: AbortSignal | undefined;
}

/**
 * Which setting would have shown the thinking of this generation; null when nothing of it is hidden, or the provider is
 * not known.
 */
export async function stepHint(
  key: TraceKey,
  spanId: string,
  { sql, reads, signal }: HintSources,
): Promise<Hint | null> {
  const receipt = await spanReceipt(sql, key, spanId);
  if (!receipt?.state || !receipt.provider) return null;
  const piece = { spanId, offset: 0, length: LOOKED_AT_CHARACTERS };
  const body = await reads.value('payload', key, { input: piece, signal });
  const api = /"subtext\.api":\s*"([a-z]+\.[A-Za-z]+)"/.exec(body?.text ?? '')?.[1];
  return hintFor({
    state: receipt.state as ThinkingState,
    provider: receipt.provider,
    model: receipt.responseModel ?? receipt.requestModel ?? undefined,
    api: api as ApiName | undefined,
  });
}

// What a request could have asked for to make its thinking visible. On this side, since the rules of all providers are
// no small text.
import { spanPayload, spanReceipt, type Sql, type TraceKey } from '@subtext/db';
import { hintFor, type ApiName, type Hint, type ThinkingState } from '@subtext/reasoning';

/** As much of a span's body as may hold the name of its wire format. */
const LOOKED_AT_CHARACTERS = 64_000;

/**
 * Which setting would have shown the thinking of this generation; null when nothing of it is hidden, or the provider is
 * not known.
 */
export async function stepHint(sql: Sql, key: TraceKey, spanId: string): Promise<Hint | null> {
  const receipt = await spanReceipt(sql, key, spanId);
  if (!receipt?.state || !receipt.provider) return null;
  const body = await spanPayload(sql, key, { spanId, offset: 0, length: LOOKED_AT_CHARACTERS });
  const api = /"subtext\.api":\s*"([a-z]+\.[A-Za-z]+)"/.exec(body?.text ?? '')?.[1];
  return hintFor({
    state: receipt.state as ThinkingState,
    provider: receipt.provider,
    model: receipt.responseModel ?? receipt.requestModel ?? undefined,
    api: api as ApiName | undefined,
  });
}

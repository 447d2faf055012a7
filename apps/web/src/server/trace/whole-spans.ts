/** The one place where spans that a page calls by shorter names (lib/skeleton/span-names.ts) get their ids back. */
import { isGeneration, spansNamed, type Sql, type TraceKey } from '@subtext/db';
import { TRPCError } from '@trpc/server';

const WHOLE = 16;

/**
 * The id (16 hex digits) of the span that a page calls `name`, which is the id or its first half.
 * @throws TRPCError not found, when no span of the trace has that name, or more than one.
 */
export async function wholeSpan(sql: Sql, trace: TraceKey, name: string): Promise<string> {
  const [id] = (await wholeSpans(sql, trace, [{ spanId: name }])).map(({ spanId }) => spanId);
  if (id === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such span in this trace.' });
  return id;
}

/**
 * The same objects with whole ids in the place of names, in their order; those whose name no span has are left out.
 * A whole id is passed on unchecked: its query finds out if there is such a span.
 */
export async function wholeSpans<Named extends { spanId: string }>(
  sql: Sql,
  trace: TraceKey,
  asked: readonly Named[],
): Promise<Named[]> {
  const names = new Set(asked.flatMap(({ spanId }) => (spanId.length < WHOLE ? [spanId] : [])));
  if (names.size === 0) return [...asked];
  const ids = await spansNamed(sql, trace, [...names]);
  return asked.flatMap((one) => {
    const spanId = names.has(one.spanId) ? ids.get(one.spanId) : one.spanId;
    return spanId === undefined ? [] : [{ ...one, spanId }];
  });
}

/** The choices with the whole id of their span; undefined when it is no generation of this trace. */
export async function ofGeneration<Choices extends { spanId: string }>(
  sql: Sql,
  key: TraceKey,
  choices: Choices,
): Promise<Choices | undefined> {
  const [whole] = await wholeSpans(sql, key, [choices]);
  return whole && (await isGeneration(sql, key, whole.spanId)) ? whole : undefined;
}

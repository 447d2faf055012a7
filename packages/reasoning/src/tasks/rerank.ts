/** Answers that rank the documents of the request. */
import { count, filled, finite, isRecord, list, records, withoutUndefined, type JsonRecord } from '../json/json.ts';
import type { ReadAnswer, TaskBody } from './read-task.ts';
import type { TaskOutput } from '../parts/task.ts';
import { billedByCohere, usageOfInput } from './task-usage.ts';

/** The number of documents whose rank is kept. */
const MAX_BEST = 10;

export function readRerank(body: JsonRecord, { request }: TaskBody): ReadAnswer | null {
  // Cohere and Jina call the list `results`, Voyage `data`.
  const ranking = [body.results, body.data].find((value) => list(value).some(isRecord));
  const ranked = records(ranking).filter(({ index }) => count(index) !== undefined);
  if (ranked.length === 0) return null;
  const billed = billedByCohere(body);
  const best: TaskOutput['best'] = ranked.slice(0, MAX_BEST).map((result) => {
    const score = finite(result.relevance_score) ?? finite(result.relevanceScore) ?? finite(result.score);
    return { index: count(result.index) ?? 0, ...(score !== undefined && { score }) };
  });
  const output = { ranked: ranked.length, best, ...(request && { documents: request.inputs }) };
  const optional = {
    id: filled(body.id),
    model: filled(body.model),
    usage: usageOfInput(body.usage) ?? billed.usage,
  };
  return { ...withoutUndefined(optional), units: billed.units, output };
}

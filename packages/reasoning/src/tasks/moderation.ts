/** Answers that flag inputs by category. */
import { filled, isRecord, list, record, records, withoutUndefined, type JsonRecord } from '../json/json.ts';
import type { ReadAnswer } from './read-task.ts';
import { usageOfInput } from './task-usage.ts';

export function readModeration(body: JsonRecord): ReadAnswer | null {
  const results = records(body.results);
  if (results.length === 0 || !results.every(({ categories }) => isRecord(categories) || Array.isArray(categories)))
    return null;
  const flaggedResults = results.filter(isFlagged);
  const categories = [...new Set(flaggedResults.flatMap(categoriesOf))];
  const optional = { id: filled(body.id), model: filled(body.model), usage: usageOfInput(body.usage) };
  return {
    ...withoutUndefined(optional),
    output: {
      flagged: flaggedResults.length,
      checked: results.length,
      ...(categories.length > 0 && { categories }),
    },
  };
}

/** Mistral reports only categories. */
const isFlagged = (result: JsonRecord): boolean =>
  typeof result.flagged === 'boolean' ? result.flagged : categoriesOf(result).length > 0;

function categoriesOf({ categories }: JsonRecord): string[] {
  if (Array.isArray(categories)) return list(categories).flatMap((name) => filled(name) ?? []);
  return Object.entries(record(categories)).flatMap(([name, value]) => (value === true ? [name] : []));
}

/** How many argument values of an answer are nowhere in what the model had seen: what it made up. */
import { isUnsourced } from '../origins/origin.ts';
import { originsOf } from '../origins/origins-of.ts';
import type { SeenIndex } from '../origins/search/seen-index.ts';
import type { RequestedCall } from './compare-answers.ts';

export interface OfferedTool {
  name: string;
  description?: string | undefined;
  schema?: unknown;
}

/** undefined: not everything could be looked at, so a value that was not found may still have been seen. */
export function unsourcedValues(
  calls: readonly RequestedCall[],
  seen: SeenIndex,
  tools: readonly OfferedTool[],
): number | undefined {
  let count = 0;
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.name);
    const options = {
      ...(tool?.schema !== undefined && { schema: tool.schema }),
      ...(tool?.description !== undefined && { description: tool.description }),
    };
    const { values, omitted } = originsOf(call.arguments, seen, options);
    if (omitted > 0 || values.some(({ origin, trivial }) => origin.kind === 'unknown' && trivial === undefined))
      return undefined;
    count += values.filter(isUnsourced).length;
  }
  return count;
}

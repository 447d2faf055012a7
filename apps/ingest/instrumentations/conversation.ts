/**
 * The conversation of every agent here, the same as in the fixtures of the conventions, and the tools that it asks for.
 */
import { CALLS } from '@subtext/conventions/testing';

export { ANSWER, CALLS, FACTS, MODEL, PREAMBLE, QUESTION, SESSION, THOUGHT, USAGE } from '@subtext/conventions/testing';
export type { Fact } from '@subtext/conventions/testing';

const PARAMETERS = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } as const;
export const TOOLS = CALLS.map(({ name }) => ({ name, description: `Asks the shop: ${name}`, parameters: PARAMETERS }));

/** What the tools of the agents find. */
export function resultOf(name: string): unknown {
  return CALLS.find((call) => call.name === name)?.result ?? null;
}

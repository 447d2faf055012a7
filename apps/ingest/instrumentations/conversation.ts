/** The conversation of every agent here, the same as in normalise/fixtures: a thought, a word, two calls at once, their results, an answer. */
export const MODEL = 'some-model';
export const QUESTION = 'Is A7 in stock, and what does it cost?';
export const THOUGHT = 'Need stock first.';
export const PREAMBLE = 'Let me check the stock.';
export const ANSWER = 'Three in stock, 20 euros.';
export const SESSION = 'session-1';

export const CALLS = [
  { id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' }, result: { units: 3 } },
  { id: 'call_2', name: 'get_price', arguments: { sku: 'A7' }, result: { euros: 20 } },
] as const;

/** Inclusive figures of the first response. */
export const USAGE = { input: 210, cacheRead: 100, output: 96, reasoning: 64 } as const;

const PARAMETERS = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } as const;
export const TOOLS = CALLS.map(({ name }) => ({ name, description: `Asks the shop: ${name}`, parameters: PARAMETERS }));

/** What the tools of the agents find. */
export function resultOf(name: string): unknown {
  return CALLS.find((call) => call.name === name)?.result ?? null;
}

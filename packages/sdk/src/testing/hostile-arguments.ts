/** Arguments that no type allows, for the public functions: programs without types pass anything. */
import fc from 'fast-check';

/** True while a public function runs: fast-check looks at the values, too. */
let isArmed = false;

/** Every operation on it throws. */
function hostile(target: object): object {
  const handler = (_: object, trap: keyof typeof Reflect) => {
    return (...args: unknown[]): unknown => {
      if (isArmed) throw new Error(`The trap ${String(trap)}.`);
      return (Reflect[trap] as (...args: unknown[]) => unknown)(...args);
    };
  };
  return new Proxy(target, new Proxy({}, { get: handler as never }));
}

const fails = () => {
  throw new Error('A method of the argument.');
};

function cyclic(): object {
  const cycle: Record<string, unknown> = { role: 'assistant', parts: [] };
  return Object.assign(cycle, { self: cycle, messages: [cycle], target: cycle, request: cycle, headers: cycle });
}

export const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 0, -1, NaN, Infinity, true, 10n, Symbol('s'), [], {}, [null], [[]]),
  fc.constant(hostile({})),
  fc.constant(hostile(() => undefined)),
  fc.constant(Object.create(null) as object),
  fc.constant({ valueOf: fails, toJSON: fails }),
  fc.constant(Object.freeze({ model: Symbol('model') })),
  fc.constant('x'.repeat(100_000)),
  fc.constantFrom<unknown>(
    () => undefined,
    () => null,
    fails,
  ),
  fc.constant(cyclic()),
  fc.date({ noInvalidDate: false }),
  fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true, maxDepth: 2 }),
);

/** Objects with the fields that the functions read, holding anything. */
const FIELDS = [
  ...['provider', 'api', 'model', 'form', 'effort', 'budgetTokens', 'summary', 'request', 'response', 'state', 'kind'],
  ...['target', 'step', 'pin', 'skip', 'parts', 'origin', 'messages', 'output', 'system', 'toolDefinitions', 'path'],
  ...['tags', 'metadata', 'capture', 'session', 'agent', 'mask', 'url', 'apiKey', 'serviceName', 'baseURL', 'fetch'],
  ...[
    'steps',
    'calls',
    'thoughts',
    'arguments',
    'tool',
    'text',
    'json',
    'values',
    'findings',
    'origin',
    'usualThinking',
  ],
  ...['withOptions', 'chat', 'format', 'contentType', 'tools', 'messages', 'thinking', 'temperature', 'max_tokens'],
];
const VALUES = fc.oneof(
  { weight: 2, arbitrary: HOSTILE },
  fc.constantFrom<unknown>(
    'openai',
    'openai.chat',
    'anthropic.messages',
    'gpt-5',
    'claude-opus-5-5',
    'withheld',
    'high',
  ),
  fc.constantFrom<unknown>('gemini.generateContent', 'bedrock.converse', 'groq', 'google', 'tool_call', 'reasoning'),
);
const SHAPED = fc.dictionary(fc.constantFrom(...FIELDS), VALUES, { minKeys: 1, noNullPrototype: true });
const NESTED = fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(VALUES, SHAPED, fc.array(SHAPED)), {
  noNullPrototype: true,
});
export const ARGUMENTS: fc.Arbitrary<unknown[]> = fc.array(fc.oneof(HOSTILE, SHAPED, NESTED, fc.array(NESTED)), {
  maxLength: 4,
});

export type Anything = (...args: unknown[]) => unknown;

/** What was thrown by the call, or by the promise that it returned. */
export async function thrownBy(run: Anything, args: unknown[]): Promise<unknown> {
  isArmed = true;
  try {
    const result: unknown = run(...args);
    if (result instanceof Promise) await result;
  } catch (error) {
    return error;
  } finally {
    isArmed = false;
  }
  return undefined;
}

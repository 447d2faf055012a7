import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exchange } from './script.ts';
import { startScriptedProvider } from './server.ts';
import type { ScriptedProvider } from './server.ts';

const THOUGHTS = ['First, look it up – søk først.', 'Both questions are independent 🧭, so ask for both.'];
const EXCHANGES: readonly Exchange[] = [
  {
    asked: 'How is the weather?',
    turns: [
      {
        output: [
          ...THOUGHTS.map((thought) => ({ thought })),
          { said: 'Let me look.\n\nOne moment.' },
          { call: 'get_weather', arguments: { city: 'Tromsø', days: [1, 2] } },
          { call: 'get_tides', arguments: {} },
        ],
        usage: { input: 300, cacheRead: 100, output: 90, thinking: 64 },
      },
      { output: [{ said: 'Cold, and the tide is low.' }], usage: { input: 400, output: 9, thinking: 0 } },
    ],
  },
];

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startScriptedProvider({ pace: 0, exchanges: EXCHANGES });
});
afterAll(() => provider.close());

/** Signatures are random. */
const stable = (parts: object[]) => parts.map((part) => ({ ...part, thoughtSignature: undefined }));

describe('Gemini', () => {
  const ask = (method: string, contents: object[]) =>
    fetch(`${provider.url}/v1beta/models/gemini-3-flash-preview:${method}`, {
      method: 'POST',
      body: JSON.stringify({ contents, generationConfig: { thinkingConfig: { includeThoughts: true } } }),
    });
  interface Answer {
    candidates: [{ content: { parts: { text?: string; thought?: boolean; functionCall?: object }[] } }];
    usageMetadata: object;
  }
  const question = { role: 'user', parts: [{ text: 'How is the weather?' }] };

  it('streams what it answers unstreamed, in chunks that have only what is new', async () => {
    const whole = (await (await ask('generateContent', [question])).json()) as Answer;
    const text = await (await ask('streamGenerateContent?alt=sse', [question])).text();
    const chunks = text.match(/(?<=^data: ).+$/gm)!.map((line) => JSON.parse(line) as Answer);
    const joined: Answer['candidates'][0]['content']['parts'] = [];
    for (const part of chunks.flatMap(({ candidates }) => candidates[0].content.parts)) {
      const last = joined.at(-1);
      if (part.text !== undefined && last?.text !== undefined && last.thought === part.thought) last.text += part.text;
      else joined.push({ ...part });
    }
    const { parts } = whole.candidates[0].content;
    const thoughts = parts.filter(({ thought }) => thought);
    expect(thoughts.map((part) => part.text)).toEqual(THOUGHTS);
    const isWord = ({ thought }: { thought?: boolean }) => !thought;
    expect(stable(joined.filter(isWord))).toEqual(stable(parts.filter(isWord)));
    expect(chunks.at(-1)?.usageMetadata).toEqual(whole.usageMetadata);
    expect(whole.usageMetadata).toMatchObject({ candidatesTokenCount: 26, thoughtsTokenCount: 64 });
  });

  it('continues from the results of functions, and refuses a history that lacks one', async () => {
    const calls = {
      role: 'model',
      parts: ['get_weather', 'get_tides'].map((name) => ({ functionCall: { name, args: {} } })),
    };
    const results = ['get_weather', 'get_tides'].map((name) => ({ functionResponse: { name, response: {} } }));
    const history = (parts: object[]) => [question, calls, { role: 'user', parts }];
    const next = (await (await ask('generateContent', history(results))).json()) as Answer;
    expect(next.candidates[0].content.parts).toEqual([{ text: 'Cold, and the tide is low.' }]);
    const refused = await ask('generateContent', history(results.slice(1)));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('must equal the number of function call parts');
  });
});

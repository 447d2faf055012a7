// What TypeScript must accept, and must refuse, in an application that installed the package.
import { flush, observe, observeFetch, tool, trace, withContext, type CapturePolicy, type Part } from '@subtext/sdk';
import { checkRun, indexSeen, originsOf, type Finding } from '@subtext/sdk/evidence';

const seen = indexSeen([{ kind: 'user', text: 'Bern' }]);
const kinds: string[] = originsOf({ city: 'Bern' }, seen).values.map(({ origin }) => origin.kind);
const found: Finding[] = checkRun({ steps: [{ calls: [{ tool: 'look' }] }] }).findings;
// @ts-expect-error: a schema is given with the tool, and is no entry
indexSeen([{ kind: 'schema', text: '' }]);
const capture: CapturePolicy = { reasoning: 'length' };
declare class Client {
  fetch: typeof globalThis.fetch;
}

const client: Client = observe(new Client(), { capture, mask: (value) => value.trim() });
const fetch: typeof globalThis.fetch = observeFetch();
const look: (city: string) => Promise<number> = tool('look', async (city: string) => city.length);
const answer: Promise<number> = trace('agent', () => withContext({ session: 's' }, () => look('Bern')));
const parts: Part[] = [{ kind: 'text', key: '0', text: 'Why?' }];
// @ts-expect-error: not a level
observe(client, { capture: { reasoning: 'some' } });
export const all = [client, fetch, answer, parts, kinds, found, flush()];

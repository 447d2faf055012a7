// The texts of steps through the procedures that the page of a trace uses: beginnings for lists, whole ones for a step.
import { resultKeys, type Call } from '../../lib/steps/joined-call.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { callTextOf, type TextAddress } from '../runs/call-text.ts';
import type { RunReader } from '../runs/run-reader.ts';
import type { StepTexts } from '../trace/steps/step-texts.ts';

type Preview = RouterOutputs['trace']['previews'][number];
export type Previews = ReadonlyMap<string, Preview>;

/** As many as fit into one request for previews. */
const KEYS_AT_ONCE = 100;

/** By the keys of the rows that have the texts. */
export async function previewsOf(
  { caller, project }: RunReader,
  trace: string,
  keys: readonly string[],
): Promise<Previews> {
  const distinct = [...new Set(keys)];
  const previews = new Map<string, Preview>();
  for (let at = 0; at < distinct.length; at += KEYS_AT_ONCE) {
    const calls = distinct
      .slice(at, at + KEYS_AT_ONCE)
      .map((key) => key.replace(':', '.'))
      .join(',');
    for (const one of await caller.trace.previews({ project, trace, calls: calls as never }))
      previews.set(`${one.spanId}:${one.index}`, one);
  }
  return previews;
}

export const thoughtKeys = ({ thought: { key } }: Step): string[] => (key === null ? [] : [key]);
export const callKeys = (call: Call): string[] => [call.key, ...resultKeys(call)];

export function argumentsIn(previews: Previews, { key }: Call): string | null {
  const found = previews.get(key);
  return found?.argumentsLine ?? found?.arguments ?? null;
}

export function resultIn(previews: Previews, call: Call): string | null {
  for (const key of resultKeys(call)) {
    const found = previews.get(key);
    if (found && found.result !== null) return found.resultLine ?? found.result;
  }
  return null;
}

/** Calls of one step whose texts are read. */
const MOST_CALLS = 50;

export interface WholeTexts {
  texts: StepTexts;
  /** Texts that are cut, or were not read because the step has many calls. */
  cut: number;
}

export async function wholeTexts(reader: RunReader, trace: string, { thought, calls }: Step): Promise<WholeTexts> {
  let cut = Math.max(0, calls.length - MOST_CALLS);
  const read = async (addresses: readonly TextAddress[]): Promise<string | null> => {
    for (const address of addresses) {
      const found = await callTextOf(reader, trace, { address, offset: 0 });
      if (!found) continue;
      if ([...found.text].length < found.totalCharacters) cut += 1;
      return found.text;
    }
    return null;
  };
  const { key, hasPreamble } = thought;
  const thoughtText = key === null ? null : await read([{ key, field: 'thought' }]);
  const said = key !== null && hasPreamble ? await read([{ key, field: 'preamble' }]) : null;
  const ofCalls: StepTexts['calls'] = [];
  for (const call of calls.slice(0, MOST_CALLS)) {
    const given = await read([{ key: call.key, field: 'arguments' }]);
    const result = await read(resultKeys(call).map((row) => ({ key: row, field: 'result' })));
    ofCalls.push({ given, result });
  }
  return { texts: { thoughts: thoughtText === null ? [] : [thoughtText], said, calls: ofCalls }, cut };
}

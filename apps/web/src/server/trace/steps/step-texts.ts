/** The whole texts of steps for the export, one step after the other; the steps name the rows of their texts. */
import { streamTexts, TraceBlocks, type CallKey, type IndexedTexts, type Sql, type TraceKey } from '@subtext/db';
import { resultKeys } from '../../../lib/steps/joined-call.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';

export interface StepTexts {
  thoughts: string[];
  said: string | null;
  /** In the order of the step's calls. */
  calls: { given: string | null; result: string | null }[];
}

export interface StepWithTexts {
  step: Step;
  texts: StepTexts;
}

/** Calls of one statement: few enough that it looks each of them up. */
const CALLS_AT_ONCE = 300;

/** Holds only one step with its texts, and the rows of the cursor, in memory. */
export async function* withTexts(sql: Sql, key: TraceKey, steps: readonly Step[]): AsyncGenerator<StepWithTexts> {
  const blocks = await TraceBlocks.open(sql, key);
  for (const some of inBatches(steps)) yield* ofBatch(some, (keys) => streamTexts(sql, key, { keys, blocks }));
}

function* inBatches(steps: readonly Step[]): Generator<Step[]> {
  let batch: Step[] = [];
  let calls = 0;
  for (const step of steps) {
    const count = stepTextKeys(step).length;
    if (batch.length > 0 && calls + count > CALLS_AT_ONCE) {
      yield batch;
      batch = [];
      calls = 0;
    }
    batch.push(step);
    calls += count;
  }
  if (batch.length > 0) yield batch;
}

type TextsOfCalls = (keys: CallKey[]) => AsyncIterable<IndexedTexts[]>;

async function* ofBatch(steps: readonly Step[], textsOfCalls: TextsOfCalls): AsyncGenerator<StepWithTexts> {
  const wanted = steps.flatMap((step, at) => stepTextKeys(step).map((row) => ({ row, at })));
  let texts = new Map<string, IndexedTexts>();
  let at = 0;
  const next = () => ({ step: steps[at]!, texts: textsOf(steps[at++]!, texts) });
  for await (const some of textsOfCalls(wanted.map(({ row }) => callKey(row)))) {
    for (const row of some) {
      // Rows come in the order of the steps: the first of a later step ends those before it.
      for (const of = wanted[row.place]!.at; at < of; texts = new Map()) yield next();
      texts.set(`${row.spanId}:${row.index}`, row);
    }
  }
  for (; at < steps.length; texts = new Map()) yield next();
}

function stepTextKeys({ thought, calls }: Step): string[] {
  const ofCalls = calls.flatMap((call) => [call.key, ...resultKeys(call)]);
  return [...new Set(thought.key === null ? ofCalls : [thought.key, ...ofCalls])];
}

function textsOf({ thought, calls }: Step, texts: ReadonlyMap<string, IndexedTexts>): StepTexts {
  const behind = thought.key === null ? undefined : texts.get(thought.key);
  const resultOf = (keys: readonly string[]) =>
    keys.reduce<string | null>((known, key) => known ?? texts.get(key)?.result ?? null, null);
  return {
    thoughts: behind?.thoughts ?? [],
    said: behind?.preamble ?? null,
    calls: calls.map((call) => ({ given: texts.get(call.key)?.arguments ?? null, result: resultOf(resultKeys(call)) })),
  };
}

function callKey(key: string) {
  const [spanId = '', index] = key.split(':');
  return { spanId, index: Number(index) };
}

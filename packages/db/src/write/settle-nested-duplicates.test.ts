/**
 * A model call that several instrumentations report without a common response id counts once in any order, and two
 * calls never count as one.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelCalls, outlineOf, type CallRecord, type SpanRecord, type StorableSpan } from '@subtext/trace';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;
let projects = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const [CALL] = storableSpan({}).calls as [CallRecord];
const call = (callId: string): CallRecord => ({
  ...CALL,
  callId,
  thoughtCount: 1,
  reasoningTokens: 64,
  reasoningTokensSource: 'reported',
  texts: { thoughts: ['Need stock first.'], preamble: null, arguments: '{}', result: null },
});

const at = (milliseconds: number) =>
  `${new Date(Date.UTC(2026, 10, 21, 10) + milliseconds).toISOString().slice(0, -1)}000Z`;
const idOf = (name: string) => Buffer.from(name.slice(-8).padEnd(8, '.')).toString('hex');

interface Position {
  id: string;
  in?: string;
  /** Milliseconds. */
  from: number;
  to: number;
}

/** All generations here have the same figures. */
function generation(
  position: Position,
  span: Partial<SpanRecord> = {},
  calls: CallRecord[] = [call('call_1')],
): StorableSpan {
  return storableSpan({
    span: {
      spanId: idOf(position.id),
      parentSpanId: position.in === undefined ? null : idOf(position.in),
      startedAt: at(position.from),
      durationNs: (position.to - position.from) * 1e6,
      scope: position.id.replace(/\d+$/, ''),
      inputTokens: 210,
      outputTokens: 96,
      reasoningTokens: 64,
      noTextTokens: 64,
      totalCost: 7,
      outputCost: 7,
      ...span,
    },
    calls,
  });
}

const other = (position: Position) =>
  generation(position, { kind: 'chain', scope: 'app', inputTokens: null, outputTokens: null }, []);

/** A log record that describes the calls of a span. */
const record = (name: string, of: string): StorableSpan => ({
  ...generation({ id: name, in: of, from: 1, to: 1 }, { kind: 'span', inputTokens: null, outputTokens: null }),
  attachedTo: idOf(of),
});

async function stored(batches: readonly (readonly StorableSpan[])[]) {
  const { sql } = database;
  projects += 1;
  const { id: projectId } = await ensureProject(sql, { slug: `p${projects}`, name: 'P' });
  const write = createWriteBatch(sql);
  for (const batch of batches) await write(batch.map((span) => ({ ...span, projectId })));
  expect(await checkSums(sql, projectId)).toEqual([]);
  const [row] = await sql`
    select span_count, generation_count, call_count, step_count, output_tokens::int, answer_cost::int, (
      select sum(generations)::int from model_rollups where project_id = ${projectId}) as in_rollup
    from traces where project_id = ${projectId}`;
  const orphans = await sql`
    select copy.span_id from spans copy left join spans original on original.project_id = copy.project_id
      and original.trace_id = copy.trace_id and original.span_id = copy.duplicate_of and original.duplicate_of is null
    where copy.project_id = ${projectId} and copy.kind = 'generation' and copy.duplicate_of is not null and original.span_id is null`;
  expect(orphans).toEqual([]);
  return { ...row };
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, index) => orders(items.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** Stores the spans in every order one by one, and all at once. */
async function everyWay(spans: readonly StorableSpan[]): Promise<unknown[]> {
  const seen = [await stored([spans])];
  for (const order of orders(spans)) seen.push(await stored(order.map((span) => [span])));
  return [...new Map(seen.map((one) => [JSON.stringify(one), one])).values()];
}

const counted = (calls: number) => ({
  generation_count: calls,
  output_tokens: 96 * calls,
  in_rollup: calls,
  step_count: calls,
});

const OUTER = { id: 'framework', in: 'root', from: 0, to: 100 };
const INNER = { id: 'client', in: 'framework', from: 1, to: 99 };

const ONE_CALL: [title: string, spans: StorableSpan[]][] = [
  ['one encloses the other', [generation(OUTER), generation(INNER)]],
  [
    'with a span between them that may arrive at any time',
    [generation(OUTER), other({ ...OUTER, id: 'step', in: 'framework' }), generation({ ...INNER, in: 'step' })],
  ],
  ['siblings', [generation(OUTER), generation({ ...INNER, in: 'root' })]],
  [
    'three nested spans',
    [
      generation(OUTER),
      generation({ ...OUTER, id: 'adapter', in: 'framework' }),
      generation({ ...INNER, in: 'adapter' }),
    ],
  ],
  [
    'three spans, two with the response id',
    [
      generation(OUTER),
      generation(INNER, { responseId: 'resp_1' }),
      generation({ ...INNER, id: 'wire', in: 'elsewhere' }, { responseId: 'resp_1' }),
    ],
  ],
  [
    'one names the model with its date',
    [generation(OUTER), generation(INNER, { requestModel: null, responseModel: 'openai/gpt-5.2-2026-01-15' })],
  ],
  ['one without tool calls', [generation(OUTER, {}, []), generation(INNER)]],
  ['the inner one continues to read a stream', [generation(OUTER), generation({ ...INNER, to: 400 })]],
  ['a log record describes the calls of one', [generation(OUTER), generation(INNER, {}, []), record('log', 'client')]],
  [
    'log records describe the calls of both',
    [generation(OUTER, {}, []), generation(INNER, {}, []), record('log1', 'client'), record('log2', 'framework')],
  ],
];

/** Spans of Google ADK, which reports each model call in two spans. */
const adk = (position: Position, name: string, calls: CallRecord[] = []) =>
  generation(position, { scope: 'gcp.vertex.agent', name, requestModel: 'gemini-3-pro' }, calls);
const GENERATED = (id: string) => call(`${idOf(id)}-0`);

describe('Google ADK, which reports each call in two spans', () => {
  const outer = adk(OUTER, 'call_llm', [GENERATED(OUTER.id)]);

  test('counts one call when one span describes it', { timeout: 60_000 }, async () => {
    expect(await everyWay([outer, adk(INNER, 'generate_content gemini-3-pro')])).toMatchObject([
      { ...counted(1), call_count: 1 },
    ]);
  });

  test('counts one call when both spans describe it with generated ids', { timeout: 60_000 }, async () => {
    const inner = adk(INNER, 'generate_content gemini-3-pro', [GENERATED(INNER.id)]);
    expect(await everyWay([outer, inner])).toMatchObject([{ ...counted(1), call_count: 1 }]);
  });

  test('counts two calls for two pairs of spans', { timeout: 60_000 }, async () => {
    const spans = [
      adk({ id: 'llm1', in: 'root', from: 0, to: 100 }, 'call_llm', [GENERATED('llm1')]),
      adk({ id: 'content1', in: 'llm1', from: 1, to: 99 }, 'generate_content gemini-3-pro'),
      adk({ id: 'llm2', in: 'root', from: 200, to: 300 }, 'call_llm', [GENERATED('llm2')]),
      adk({ id: 'content2', in: 'llm2', from: 201, to: 299 }, 'generate_content gemini-3-pro'),
    ];
    expect(await everyWay(spans)).toMatchObject([{ ...counted(2), call_count: 2 }]);
  });
});

describe('spans of one call count once', () => {
  test.each(ONE_CALL)('%s', { timeout: 60_000 }, async (_title, spans) => {
    expect(await everyWay(spans)).toMatchObject([{ ...counted(1), call_count: 1 }]);
  });
});

const TWO_CALLS: [title: string, spans: StorableSpan[]][] = [
  [
    'same instrumentation, at the same time',
    [generation({ ...OUTER, id: 'client1' }), generation({ ...OUTER, id: 'client2' })],
  ],
  [
    'same instrumentation, nested',
    [generation({ ...OUTER, id: 'client1' }), generation({ ...INNER, id: 'client2', in: 'client1' })],
  ],
  ['different parents', [generation(OUTER), generation({ ...INNER, in: 'elsewhere' })]],
  ['no parent', [generation({ ...OUTER, in: undefined as never }), generation({ ...INNER, in: undefined as never })]],
  ['one after the other', [generation(OUTER), generation({ ...INNER, in: 'root', from: 200, to: 300 })]],
  ['different figures', [generation(OUTER), generation(INNER, { inputTokens: 211 })]],
  ['different models', [generation(OUTER), generation(INNER, { requestModel: 'gpt-5.2-mini' })]],
  ['different answers', [generation(OUTER, { outputPreview: 'yes' }), generation(INNER, { outputPreview: 'no' })]],
  ['different tool calls', [generation(OUTER), generation(INNER, {}, [call('call_2')])]],
  [
    'different response ids',
    [generation(OUTER, { responseId: 'resp_1' }), generation(INNER, { responseId: 'resp_2' })],
  ],
  ['one has no instrumentation scope', [generation(OUTER, { scope: null }), generation(INNER)]],
];

describe('spans of two calls count twice', () => {
  test.each(TWO_CALLS)('%s', { timeout: 60_000 }, async (_title, spans) => {
    const [first, ...others] = await everyWay(spans);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ generation_count: 2, output_tokens: 192, in_rollup: 2 });
  });

  test(
    'two instrumentations report both, at the same time and with the same figures',
    { timeout: 60_000 },
    async () => {
      const quiet = (position: Position) => generation(position, {}, []);
      const spans = [1, 2].flatMap((index) => [
        quiet({ id: `framework${index}`, in: 'root', from: index, to: 100 + index }),
        quiet({ id: `client${index}`, in: 'root', from: index + 1, to: 99 + index }),
      ]);
      expect(await everyWay(spans)).toMatchObject([counted(2)]);
    },
  );

  test('same instrumentation, one has the response id that a duplicate of the other has', async () => {
    const spans = [
      generation({ ...OUTER, id: 'framework1' }),
      generation({ ...INNER, in: 'framework1' }, { responseId: 'resp_1' }, []),
      generation({ ...OUTER, id: 'framework2', in: 'elsewhere' }, { responseId: 'resp_1' }, []),
    ];
    expect(await everyWay(spans)).toMatchObject([{ generation_count: 2, output_tokens: 192 }]);
  });

  test('the framework reports one span, and the client the failed attempt and its retry', async () => {
    const failed = {
      status: 'error' as const,
      inputTokens: null,
      outputTokens: null,
      reasoningTokens: null,
      noTextTokens: null,
    };
    const spans = [
      generation(OUTER),
      generation({ ...INNER, id: 'client1', to: 20 }, { ...failed, outputCost: null, totalCost: null }, []),
      generation({ ...INNER, id: 'client2', from: 30 }),
    ];
    expect(await everyWay(spans)).toMatchObject([{ generation_count: 2, output_tokens: 96, call_count: 1 }]);
  });
});

/** A tree of few spans with few figures, so that many of them can be linked. */
const trees = fc
  .array(
    fc.record({
      /** How many entries back in the list the parent is. */
      back: fc.constantFrom(1, 1, 1, 2, 3),
      scope: fc.constantFrom('framework', 'client', 'wire'),
      kind: fc.constantFrom('generation', 'generation', 'chain'),
      from: fc.constantFrom(0, 0, 0, 1),
      length: fc.constantFrom(20, 20, 21, 3),
      isOpen: fc.constantFrom(false, false, false, true),
      outputTokens: fc.constantFrom(96, 96, 96, 7),
      responseId: fc.option(fc.constantFrom('resp_1', 'resp_2'), { nil: null, freq: 3 }),
      hasCalls: fc.boolean(),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((nodes) =>
    nodes.map(({ back, from, length, isOpen, hasCalls, kind, ...span }, index) =>
      generation(
        {
          id: `n${index}`,
          ...(index >= back && { in: `n${index - back}` }),
          from: from * 10,
          to: (from + length) * 10,
        },
        { ...span, kind, ...(isOpen && { durationNs: null }) },
        hasCalls && kind === 'generation' ? [call('call_1')] : [],
      ),
    ),
  );
const arrivals = trees.chain((spans) =>
  fc.record({
    spans: fc.constant(spans),
    order: fc.shuffledSubarray(spans, { minLength: spans.length }),
    size: fc.nat({ max: 2 }),
  }),
);

const callsIn = (spans: readonly StorableSpan[]): number =>
  modelCalls(spans.map(outlineOf)).filter(({ counted }) => counted !== null).length;

test(
  'for any tree and order, as many generations count as there were calls, and totals equal a recount',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ spans, order, size }) => {
        const batches = order.flatMap((_, index) =>
          index % (size + 1) === 0 ? [order.slice(index, index + size + 1)] : [],
        );
        expect(await stored(batches)).toMatchObject({ generation_count: callsIn(spans) });
      }),
      { numRuns: 80 },
    );
  },
);

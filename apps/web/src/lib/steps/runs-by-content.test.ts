// Executions whose ids no response used, beside spans of the SDK that were inferred from the conversation.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CallRow, SpanRow } from '../skeleton/skeleton.ts';
import { joinCalls } from './join-calls.ts';
import type { Call } from './joined-call.ts';
import { call, span } from './testing-rows.ts';

interface Loop {
  /** The agent or tool around it. */
  place: string;
  start: number;
  turns: Turn[];
}

/** A response, its calls, and the next request, which carries their results. */
interface Turn {
  /** Milliseconds until the response is there: longer than clocks differ. */
  thinking: number;
  calls: ReportedRun[];
}

interface ReportedRun {
  tool: string;
  argumentsKey: number;
  /** What the framework reports of it. `resumed`: in another run of the agent, with arguments. */
  run: 'with arguments' | 'without arguments' | 'resumed' | 'not';
  /** How far the framework's clock is ahead, in milliseconds. */
  skew: number;
  took: number;
}

interface Built {
  spans: SpanRow[];
  calls: CallRow[];
  /** Span of the framework's execution → key of its call. */
  truth: Map<string, string>;
}

/** The agent's run that goes on after an approval. */
const resumed = (place: string): string => `${place}, resumed`;

function build(loops: readonly Loop[]): Built {
  const built: Built = { spans: [], calls: [], truth: new Map() };
  let ids = 0;
  const nextId = () => `s${(ids += 1)}`;
  for (const place of new Set(loops.map((loop) => loop.place)))
    for (const id of [place, resumed(place)]) built.spans.push(span(id, { kind: 'agent', agent: 'order_desk' }));
  for (const { place, start, turns } of loops) {
    let now = start;
    for (const turn of turns) {
      const response = span(nextId(), { parentId: place, start: now, duration: turn.thinking });
      built.spans.push(response);
      const begun = now + turn.thinking;
      const ended = begun + Math.max(0, ...turn.calls.map(({ took }) => took)) + 1;
      for (const [index, made] of turn.calls.entries()) {
        const id = (ids += 1);
        const { tool, argumentsKey } = made;
        built.calls.push(call(response.id, index, { callId: id, tool, argumentsKey, start: now }));
        const inferred = { describedBy: 'execution', durationInferred: true, status: 'unknown' } as const;
        const ours = span(nextId(), { kind: 'tool', parentId: place, start: begun, duration: ended - begun });
        built.spans.push(ours);
        const times = { start: begun, duration: ended - begun };
        built.calls.push(call(ours.id, 0, { ...inferred, ...times, callId: id, tool, argumentsKey }));
        if (made.run === 'not') continue;
        const theirs = { start: begun + made.skew, duration: made.took };
        const around = made.run === 'resumed' ? resumed(place) : place;
        const framework = span(nextId(), { kind: 'tool', parentId: around, ...theirs });
        built.spans.push(framework);
        const key = made.run === 'without arguments' ? null : argumentsKey;
        const own = { describedBy: 'execution', status: 'ok', callId: key === null ? null : (ids += 1) } as const;
        built.calls.push(call(framework.id, 0, { ...own, ...theirs, tool, argumentsKey: key }));
        built.truth.set(framework.id, `${response.id}:${index}`);
      }
      now = ended;
    }
  }
  return built;
}

const join = ({ spans, calls }: Built) => {
  const { byGeneration, orphans } = joinCalls({ spans, calls });
  return { joined: [...byGeneration.values()].flat(), orphans };
};

const certain = ({ execution, otherRuns }: Call) => [execution, ...(otherRuns ?? [])].filter((row) => row !== null);

const made = (fields: Partial<ReportedRun> = {}): ReportedRun => ({
  ...{ tool: 'get_order', argumentsKey: 1, run: 'with arguments', skew: 0, took: 5, ...fields },
});
const loop = (turns: ReportedRun[][], fields: Partial<Loop> = {}): Loop => ({
  ...{ place: 'agent', start: 0, turns: turns.map((calls) => ({ thinking: 100, calls })), ...fields },
});

describe('an execution with an id of its own', () => {
  it('is joined to its call, whose duration and outcome it knows', () => {
    const { joined, orphans } = join(build([loop([[made(), made({ argumentsKey: 2 })]])]));
    expect(orphans).toEqual([]);
    expect(joined).toMatchObject([
      { status: 'ok', duration: 5, durationInferred: false, runs: 1 },
      { status: 'ok', duration: 5, durationInferred: false, runs: 1 },
    ]);
  });

  it('is joined without arguments, too, when only one call of the tool waited', () => {
    const { joined, orphans } = join(build([loop([[made({ run: 'without arguments' })]])]));
    expect(orphans).toEqual([]);
    expect(joined).toMatchObject([{ durationInferred: false }]);
  });

  it('finds its own among equal calls that were made one after another', () => {
    const built = build([loop([[made({ run: 'not' })], [made()], [made({ run: 'not' })]])]);
    const { joined } = join(built);
    expect(joined.map(({ durationInferred }) => durationInferred)).toEqual([true, false, true]);
  });

  it('is one of several equal calls of one response, and changes none of them', () => {
    const { joined, orphans } = join(build([loop([[made({ took: 3 }), made({ took: 5 })]])]));
    expect(orphans).toEqual([]);
    expect(joined).toMatchObject([
      { status: 'unknown', durationInferred: true, possibleRuns: [{}, {}] },
      { status: 'unknown', durationInferred: true, possibleRuns: [{}, {}] },
    ]);
  });

  it.each([
    ['another agent', [loop([[made({ run: 'not' })]]), loop([[made()]], { place: 'other', start: 1 })], 1],
    ['two responses at once', [loop([[made({ run: 'not' })]]), loop([[made()]], { start: 1 })], 0],
  ])('is not joined to a call of %s', (_, loops, exact) => {
    const { joined } = join(build(loops));
    expect(joined.filter(({ durationInferred }) => !durationInferred)).toHaveLength(exact);
  });

  it('is joined to a call that waited for it, when another run of the agent is the resumed one', () => {
    const { joined, orphans } = join(build([loop([[made({ run: 'resumed' })], [made({ argumentsKey: 2 })]])]));
    expect(orphans).toEqual([]);
    expect(joined).toMatchObject([
      { status: 'ok', duration: 5, durationInferred: false, runs: 1 },
      { status: 'ok', duration: 5, durationInferred: false, runs: 1 },
    ]);
  });

  it('stays separate in another run when its agent has another name, or two calls waited', () => {
    const waiting = [loop([[made({ run: 'resumed' })]]), loop([[made({ run: 'not' })]], { place: 'other', start: 1 })];
    expect(join(build(waiting)).orphans).toHaveLength(1);
    const { spans, calls } = build([loop([[made({ run: 'resumed' })]])]);
    const renamed = spans.map((one) => (one.id === resumed('agent') ? { ...one, agent: 'billing' } : one));
    expect(join({ spans: renamed, calls, truth: new Map() }).orphans).toHaveLength(1);
  });

  it('is one that was interrupted when its call was executed later, under its id', () => {
    const built = build([loop([[made({ took: 40, skew: 30 })]])]);
    const [executed] = built.calls.splice(-1);
    const interrupted = span('interrupted', { kind: 'tool', parentId: 'agent' });
    const own = { describedBy: 'execution', status: 'no_result', argumentsKey: null, start: 105 } as const;
    const id = built.calls[0]!.callId;
    const calls = [...built.calls, call(interrupted.id, 0, own), { ...executed!, callId: id }];
    const { joined, orphans } = join({ ...built, spans: [...built.spans, interrupted], calls });
    expect(orphans).toEqual([]);
    expect(joined).toMatchObject([{ status: 'ok', duration: 40, otherRuns: [{}, { status: 'no_result' }] }]);
  });

  it('stays separate at another time, with other arguments, or with another tool', () => {
    const rows = build([loop([[made()]])]);
    const [theirs] = rows.calls.slice(-1);
    for (const change of [{ start: 500 }, { start: 20 }, { argumentsKey: 9 }, { tool: 'get_policy' }]) {
      const calls = [...rows.calls.slice(0, -1), { ...theirs!, ...change }];
      expect(join({ ...rows, calls }).orphans).toHaveLength(1);
    }
  });
});

const anyMade = fc.record({
  tool: fc.constantFrom('get_order', 'ask'),
  argumentsKey: fc.nat(1),
  run: fc.constantFrom(
    'with arguments' as const,
    'with arguments' as const,
    'without arguments' as const,
    'resumed' as const,
    'not' as const,
  ),
  skew: fc.integer({ min: -7, max: 7 }),
  took: fc.nat(60),
});
const anyTurn = fc.record({
  thinking: fc.integer({ min: 25, max: 200 }),
  calls: fc.array(anyMade, { minLength: 1, maxLength: 4 }),
});
const anyLoop = fc.record({
  place: fc.constantFrom('agent', 'other'),
  start: fc.nat(300),
  turns: fc.array(anyTurn, { minLength: 1, maxLength: 4 }),
});

test('no execution is joined to a call that it did not execute', () => {
  const seen = { certain: 0, possible: 0, apart: 0 };
  const property = fc.property(fc.array(anyLoop, { minLength: 1, maxLength: 4 }), (loops) => {
    const built = build(loops);
    const { joined, orphans } = join(built);
    for (const one of joined) {
      const own = certain(one).flatMap(({ spanId }) => built.truth.get(spanId) ?? []);
      expect(own.filter((key) => key !== one.key)).toEqual([]);
      seen.certain += own.length;
    }
    for (const [spanId, key] of built.truth) {
      const possible = joined.filter(({ possibleRuns }) => possibleRuns?.some((row) => row.spanId === spanId));
      if (possible.length > 0) expect(possible.map((one) => one.key)).toContain(key);
      seen.possible += Math.min(1, possible.length);
    }
    seen.apart += orphans.length;
    // The request, our span and the framework's: none is lost, and none is shown twice.
    const shown = [...joined, ...orphans].flatMap((one) => certain(one).map(({ spanId }) => spanId));
    expect(new Set(shown).size).toBe(shown.length);
  });
  fc.assert(property, { numRuns: 1_500 });
  expect(seen.certain).toBeGreaterThan(1_000);
  expect(seen.possible).toBeGreaterThan(100);
  expect(seen.apart).toBeGreaterThan(100);
});

test('one loop with different calls has nothing left over', () => {
  const alone = anyLoop.map(({ turns, ...rest }) => ({
    ...rest,
    turns: turns.map((turn) => ({
      ...turn,
      calls: turn.calls.map((one, index) => ({ ...one, argumentsKey: index, run: 'with arguments' as const })),
    })),
  }));
  fc.assert(
    fc.property(alone, (one) => {
      const { joined, orphans } = join(build([one]));
      expect(orphans).toEqual([]);
      expect(joined.filter(({ durationInferred }) => durationInferred)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

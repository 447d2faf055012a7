/** Each convention reads its fixture: the span is recognized, then its facts, then its messages. */
import type { Message, Part } from '@subtext/reasoning';
import { describe, expect, it } from 'vitest';
import { CONVENTIONS, conventionsOf } from './conventions.ts';
import type { SpanReader } from './facts.ts';
import { FIXTURES } from './fixtures/all.ts';
import {
  ANSWER,
  CALLS,
  MODEL,
  PREAMBLE,
  QUESTION,
  THOUGHT,
  type Fixture,
  type FixtureSpan,
} from './fixtures/conversation.ts';
import { OTHER_FIXTURES } from './fixtures/others.ts';
import { sentInput, sentOutput } from './messages.ts';
import { sentSpan } from './sent-span.ts';

const EVERY_FIXTURE: readonly Fixture[] = [...FIXTURES, ...OTHER_FIXTURES];

function readerOf(scope: string, { name, attributes, events = [] }: FixtureSpan): SpanReader {
  const fields = new Map(Object.entries(attributes));
  const read = (wanted: string) => fields.get(wanted);
  const span = {
    name,
    scope: { name: scope },
    startTimeUnixNano: 0n,
    statusCode: 0,
    attributes: fields,
    resource: { attributes: new Map() },
    events: events.map(({ name, attributes }) => ({
      name,
      timeUnixNano: 0n,
      attributes: new Map(Object.entries(attributes)),
    })),
  };
  const sentEvents = events.map((event) => ({ name: event.name, fields: () => event.attributes }));
  return { ...sentSpan({ name, scope, attributes: fields, read, events: sentEvents }), span };
}

/** The spans of a fixture with what their conventions read, in the order of sending. */
function read({ scope, spans }: Fixture) {
  return spans.map((span) => {
    const reader = readerOf(scope, span);
    const conventions = conventionsOf(reader);
    const facts = conventions.map((convention) => convention.facts?.(reader) ?? {});
    return {
      names: conventions.map(({ name }) => name),
      kind: facts.find(({ kind }) => kind !== undefined)?.kind,
      models: facts.flatMap(({ model }) => [model?.requestModel, model?.responseModel]),
      tools: facts.flatMap(({ execution }) => execution?.() ?? []),
      input: sentInput(reader, conventions, { model: MODEL }),
      output: sentOutput(reader, conventions, { model: MODEL }),
    };
  });
}

const partsOf = (messages: readonly Message[]): Part[] => messages.flatMap(({ parts }) => parts);
const textsOf = (messages: readonly Message[], kind: 'text' | 'reasoning'): string[] =>
  partsOf(messages).flatMap((part) => (part.kind === kind ? [part.text] : []));

it('every convention has a fixture', () => {
  const names = new Set(EVERY_FIXTURE.map(({ convention }) => convention));
  expect(CONVENTIONS.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(EVERY_FIXTURE.map((fixture) => [fixture.title ?? fixture.convention, fixture] as const))(
  '%s',
  (_title, fixture) => {
    const spans = read(fixture);
    const calls = spans.filter(({ kind, output }) => kind === 'generation' || output.length > 0);
    const keeps = (fact: Fixture['loses'][number]) => !fixture.loses.includes(fact);

    it('is recognized on each of its spans', () => {
      expect(spans.map(({ names }) => names[0])).toEqual(spans.map(() => fixture.convention));
    });

    it('has the facts of its spans', () => {
      if (keeps('model')) expect(spans.flatMap(({ models }) => models)).toContain(MODEL);
      // Name, id and arguments of one tool may come from different conventions.
      const tools = spans
        .filter(({ kind }) => kind === 'tool')
        .map(({ tools: readings }) => readings.find(({ name }) => name !== '')?.name);
      expect(CALLS.map(({ name }) => name)).toEqual(expect.arrayContaining(tools));
    });

    it('has the messages of its calls', () => {
      const output = calls[0]?.output ?? [];
      if (keeps('thinking')) expect(textsOf(output, 'reasoning').join('')).toBe(THOUGHT);
      if (keeps('preamble')) expect(textsOf(output, 'text').join('')).toBe(PREAMBLE);
      if (keeps('answer')) expect(textsOf(calls.at(-1)?.output ?? [], 'text').join('')).toBe(ANSWER);
      const questions = calls.flatMap(({ input }) =>
        textsOf(
          input.filter(({ role }) => role === 'user'),
          'text',
        ),
      );
      expect(questions.filter((text) => text !== QUESTION)).toEqual([]);
    });
  },
);

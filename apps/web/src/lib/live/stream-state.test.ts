import { expect, it } from 'vitest';
import { NEW_STREAM, statusOf, streamAfter, type Happening } from './stream-state.ts';

const CUT: Happening = { kind: 'interrupted', fault: true };
const REFUSED_BY_DATABASE: Happening = { kind: 'interrupted', fault: true, code: 'INTERNAL_SERVER_ERROR' };
const OPENED: Happening = { kind: 'opened' };
const TOLD: Happening = { kind: 'told', away: false };
const after = (...happenings: Happening[]) => statusOf(happenings.reduce(streamAfter, NEW_STREAM));

it('a stream is connecting until it is open, and reconnecting when it was cut after an event', () => {
  expect(after()).toBe('connecting');
  expect(after({ kind: 'interrupted', fault: false })).toBe('connecting');
  expect(after(OPENED)).toBe('live');
  expect(after(OPENED, TOLD, CUT)).toBe('reconnecting');
});

it('is unreachable as soon as opening failed, and live again with the first answer', () => {
  expect(after(CUT)).toBe('unreachable');
  expect(after(OPENED, TOLD, CUT, CUT)).toBe('unreachable');
  expect(after(CUT, { kind: 'interrupted', fault: false })).toBe('unreachable');
  expect(after(CUT, OPENED)).toBe('live');
  expect(after(CUT, OPENED, TOLD, CUT)).toBe('reconnecting');
});

it('says that the database is away, from either source, until the next event', () => {
  expect(after(OPENED, REFUSED_BY_DATABASE)).toBe('away');
  expect(after(OPENED, REFUSED_BY_DATABASE, OPENED)).toBe('away');
  expect(after(OPENED, REFUSED_BY_DATABASE, CUT)).toBe('away');
  expect(after(OPENED, REFUSED_BY_DATABASE, CUT, CUT)).toBe('unreachable');
  expect(after(OPENED, TOLD, { kind: 'told', away: true })).toBe('away');
  expect(after(OPENED, REFUSED_BY_DATABASE, OPENED, TOLD)).toBe('live');
});

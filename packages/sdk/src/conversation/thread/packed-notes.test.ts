/** Notes between threads: unpacked notes equal the packed ones, and no buffer that other code uses is transferred. */
import { describe, expect, it } from 'vitest';
import type { Note, SentAnswer, SentRequest } from './thread-messages.ts';
import type { RunContext } from '../../exchange/context.ts';
import { PackedNotes, unpack } from './packed-notes.ts';

function requestSent(fields: Partial<SentRequest> = {}): Note {
  const request: SentRequest = {
    id: 1,
    method: 'POST',
    url: 'http://localhost/v1/chat/completions?q="',
    requestBody: '{"model":"m"}',
    attempt: undefined,
    startedAt: 1_700_000_000_000.125,
    run: {},
    active: undefined,
    after: undefined,
    ...fields,
  };
  return { kind: 'request_sent', request };
}

const SNAPSHOTS = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), count: 2, at: 1.5, bytes: 2 };

function answered(content: SentAnswer['content'], id: number): SentAnswer {
  const fields = { attempt: 0, answeredAt: 1.5, firstChunkAt: undefined, endedAt: 2, status: 200, keptBytes: 2 };
  const said = { contentType: 'application/json', outcome: 'complete', error: undefined } as const;
  const more = id === 1 ? { encoding: 'gzip', snapshots: SNAPSHOTS } : { encoding: undefined, snapshots: undefined };
  return { id, ...fields, ...said, totalBytes: 2, content, ...more };
}

function closed(...contents: SentAnswer['content'][]): Note {
  return { kind: 'closed', answers: contents.map(answered) };
}

/** The notes as the other thread receives them. */
function crossed(notes: Note[]): Note[] {
  const packed = new PackedNotes();
  for (const note of notes) packed.add(note);
  const transfer = packed.transfer() as ArrayBuffer[];
  return unpack(structuredClone(packed.values, { transfer }));
}

const UNUSUAL = 'broken \ud800 unicode, \0, \u2028, "__proto__"';

describe('notes that cross', () => {
  it('are the same after packing and unpacking', () => {
    const active = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
    const notes: Note[] = [
      { kind: 'secrets', secrets: [UNUSUAL] },
      requestSent(),
      requestSent({ requestBody: undefined, active, after: 0, attempt: 3 }),
      requestSent({ requestBody: new Uint8Array([1, 2]), url: UNUSUAL }),
      closed('{}', UNUSUAL, [], [new Uint8Array([1]), new Uint8Array(5_000).fill(2)]),
      { kind: 'answer_streaming', answer: answered([new Uint8Array([1]), new Uint8Array(5_000).fill(2)], 1) },
      { kind: 'answered', ticket: 1, mark: -7 },
    ];
    expect(crossed(structuredClone(notes))).toEqual(notes);
  });

  it('keep values of a context that only structured clone can copy', () => {
    const run = { session: UNUSUAL, metadata: { at: new Date(0), map: new Map([[1, NaN]]) } } as unknown as RunContext;
    const [first, second] = crossed([requestSent({ run }), requestSent({ run })]);
    expect([first, second]).toEqual([requestSent({ run }), requestSent({ run })]);
  });

  it('cannot be sent with uncloneable values, and are unchanged afterwards', () => {
    const run = { capture: () => 'none' } as unknown as RunContext;
    const notes = [requestSent({ run }), closed([new Uint8Array([1, 2])])];
    expect(() => crossed(notes)).toThrow(/could not be cloned/);
    expect(notes).toEqual([requestSent({ run }), closed([new Uint8Array([1, 2])])]);
  });

  it('do not transfer buffers that other code uses', () => {
    const shared = new Uint8Array(100).fill(1);
    const [note] = crossed([closed([shared.subarray(10, 20)])]);
    expect(note).toEqual(closed([new Uint8Array(10).fill(1)]));
    expect(shared.byteLength).toBe(100);
  });
});

/**
 * Packs notes for the transfer between threads: all fields in one flat list, which the engine clones several times as
 * fast as objects, or as writing and parsing JSON. Between remote-ledger.ts and ledger-host.ts.
 */
import type { Note, SentAnswer, SentRequest, Transfer } from './thread-messages.ts';
import { MAX_SHARED_BLOCK } from '../../exchange/kept-body.ts';

export class PackedNotes {
  readonly values: unknown[] = [];
  readonly #pieces: Uint8Array[][] = [];

  add(note: Note): void {
    const { values } = this;
    switch (note.kind) {
      case 'request_sent':
        values.push(note.kind);
        return this.#addRequest(note.request);
      case 'answer_streaming':
        values.push(note.kind);
        return this.#addAnswer(note.answer);
      case 'closed':
        values.push(note.kind, note.answers.length);
        for (const answer of note.answers) this.#addAnswer(answer);
        return;
      case 'answered':
        return void values.push(note.kind, note.ticket, note.mark);
      case 'tool_ran':
        return void values.push(note.kind, note.run);
      case 'secrets':
        return void values.push(note.kind, note.secrets);
    }
  }

  /** The buffers to transfer with the list. From now on no other code uses the bytes of the bodies in it. */
  transfer(): Transfer {
    return this.#pieces.length > 0 ? makeOwn(this.#pieces) : [];
  }

  #addRequest({ id, method, url, requestBody, attempt, startedAt, run, active, after }: SentRequest): void {
    this.values.push(id, method, url, requestBody, attempt, startedAt, run, after, active?.traceId);
    if (active) this.values.push(active.spanId, active.traceFlags, active.isRemote);
  }

  #addAnswer(answer: SentAnswer): void {
    const { id, attempt, answeredAt, firstChunkAt, endedAt, status, contentType, outcome, error, content } = answer;
    this.values.push(id, attempt, answeredAt, firstChunkAt, endedAt, status, contentType, answer.inputTokens, outcome);
    this.values.push(answer.isReplayed);
    this.values.push(answer.keptBytes, answer.totalBytes, error?.name, error?.message);
    this.values.push(content, answer.encoding, answer.snapshots);
    if (typeof content !== 'string') this.#pieces.push(content);
  }
}

export function unpack(values: readonly unknown[]): Note[] {
  const notes: Note[] = [];
  let at = 0;
  const next = () => values[at++] as never;
  while (at < values.length) notes.push(unpackNote(next));
  return notes;
}

/** Reads the fields in the order in which they were written. */
function unpackNote(next: () => never): Note {
  const kind = next() as Note['kind'];
  switch (kind) {
    case 'request_sent':
      return { kind, request: unpackRequest(next) };
    case 'answer_streaming':
      return { kind, answer: unpackAnswer(next) };
    case 'closed':
      return { kind, answers: Array.from({ length: next() }, () => unpackAnswer(next)) };
    case 'answered':
      return { kind, ticket: next(), mark: next() };
    case 'tool_ran':
      return { kind, run: next() };
    case 'secrets':
      return { kind, secrets: next() };
  }
}

function unpackRequest(next: () => never): SentRequest {
  const request: SentRequest = {
    id: next(),
    method: next(),
    url: next(),
    requestBody: next(),
    attempt: next(),
    startedAt: next(),
    run: next(),
    after: next(),
    active: undefined,
  };
  const traceId: string | undefined = next();
  if (traceId !== undefined) request.active = { traceId, spanId: next(), traceFlags: next(), isRemote: next() };
  return request;
}

function unpackAnswer(next: () => never): SentAnswer {
  const answer: SentAnswer = {
    id: next(),
    attempt: next(),
    answeredAt: next(),
    firstChunkAt: next(),
    endedAt: next(),
    status: next(),
    contentType: next(),
    inputTokens: next(),
    outcome: next(),
    isReplayed: next(),
    keptBytes: next(),
    totalBytes: next(),
    error: undefined,
    content: [],
    encoding: undefined,
    snapshots: undefined,
  };
  const [name, message]: [string | undefined, string] = [next(), next()];
  if (name !== undefined) answer.error = { name, message };
  answer.content = next();
  answer.encoding = next();
  answer.snapshots = next();
  return answer;
}

/** Copies short pieces, which may share their buffers, into one; long pieces are transferred with their own buffers. */
function makeOwn(bodies: readonly Uint8Array[][]): Transfer {
  const pieces = bodies.flat();
  const [short, long] = [pieces.filter(isShort), pieces.filter((piece) => !isShort(piece))];
  let rest = new Uint8Array(short.reduce((total, { byteLength }) => total + byteLength, 0));
  const transfer = [...long.map(({ buffer }) => buffer), rest.buffer];
  for (const body of bodies) {
    for (const [index, piece] of body.entries()) {
      if (!isShort(piece)) continue;
      const copy = rest.subarray(0, piece.byteLength);
      copy.set(piece);
      rest = rest.subarray(piece.byteLength);
      body[index] = copy;
    }
  }
  return transfer;
}

function isShort({ byteLength }: Uint8Array): boolean {
  return byteLength <= MAX_SHARED_BLOCK;
}

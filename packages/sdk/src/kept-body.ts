/** The bytes of one body as they pass: copied, since the caller may change or hand on what it got. Read when the body has ended. */

/** More than this of one body is not kept: it passes on, and the span says that it was cut. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Of all bodies under way in this process; beyond it none grows any more. */
const MAX_ALL_BYTES = 256 * 1024 * 1024;
/** Blocks double from the one to the other: little is wasted on a short body, and a long one has few blocks. */
const FIRST_BLOCK = 2 * 1024;
const LARGEST_BLOCK = 64 * 1024;
/** Blocks up to this are cut from one that several bodies share, since taking memory costs more than filling it. */
export const MAX_SHARED_BLOCK = 4 * 1024;
const SHARED = 32 * 1024;

let allBytes = 0;
let shared = new Uint8Array(0);

function block(size: number): Uint8Array {
  if (size > MAX_SHARED_BLOCK) return new Uint8Array(size);
  if (shared.byteLength < size) shared = new Uint8Array(SHARED);
  const cut = shared.subarray(0, size);
  shared = shared.subarray(size);
  return cut;
}

/** Left to the collector, the memory of long bodies makes it run more often: half a microsecond for each chunk that had passed. */
function freeNow({ byteLength, buffer }: Uint8Array): void {
  const isOwn = byteLength > MAX_SHARED_BLOCK && buffer instanceof ArrayBuffer;
  if (isOwn && 'transfer' in buffer && !buffer.detached) buffer.transfer(0);
}

export class KeptBody {
  /** Lists are made when something comes: most bodies need one at most. */
  #full: Uint8Array[] | undefined;
  /** Not copied yet: nobody changes them. */
  #lent: Uint8Array[] | undefined;
  /** All of it. */
  #text: string | undefined;
  #block: Uint8Array | undefined;
  #used = 0;
  #bytes = 0;
  /** Memory taken, against the limit for all. */
  #taken = 0;

  /** What somebody else has kept, and counts. */
  static holding(pieces: string | readonly Uint8Array[]): KeptBody {
    const body = new KeptBody();
    if (typeof pieces === 'string') {
      body.#text = pieces;
      return body;
    }
    body.#full = pieces.slice(0, -1);
    body.#block = pieces.at(-1);
    body.#used = body.#block?.byteLength ?? 0;
    return body;
  }

  /** False when there is no room for it. */
  keep(chunk: Uint8Array): boolean {
    const size = chunk.byteLength;
    if (this.#bytes + size > MAX_BYTES) return false;
    const room = this.#block && this.#used + size <= this.#block.byteLength ? this.#block : this.#nextBlock(size);
    if (!room) return false;
    room.set(chunk, this.#used);
    this.#used += size;
    this.#bytes += size;
    return true;
  }

  /** As `keep`, without a copy, of chunks that all come this way. */
  lend(chunk: Uint8Array): boolean {
    const size = chunk.byteLength;
    if (this.#bytes + size > MAX_BYTES || allBytes + size > MAX_ALL_BYTES) return false;
    (this.#lent ??= []).push(chunk);
    this.#bytes += size;
    allBytes += size;
    this.#taken += size;
    return true;
  }

  /** All that was lent, read. */
  become(text: string): void {
    this.#lent = undefined;
    this.#text = text;
  }

  /** What is kept: as a text where it was read as one. */
  content(): string | Uint8Array[] {
    return this.#text ?? this.#pieces();
  }

  /** In order; the borders between the pieces mean nothing. Up to `MAX_SHARED_BLOCK` long, a piece's buffer may not be its own. */
  #pieces(): Uint8Array[] {
    for (const chunk of this.#lent?.splice(0) ?? []) (this.#full ??= []).push(new Uint8Array(chunk));
    return [...(this.#full ?? []), ...(this.#block ? [this.#block.subarray(0, this.#used)] : [])];
  }

  /** Lets go of the bytes. */
  clear(): void {
    for (const piece of this.#full ?? []) freeNow(piece);
    if (this.#block) freeNow(this.#block);
    KeptBody.giveBack(this.release());
  }

  /** Lets go of the bytes, which are somewhere else now; gives what still counts against the limit, for `giveBack`. */
  release(): number {
    const taken = this.#taken;
    this.#taken = 0;
    this.#full = this.#lent = this.#text = this.#block = undefined;
    return taken;
  }

  static giveBack(taken: number): void {
    allBytes -= taken;
  }

  #nextBlock(least: number): Uint8Array | undefined {
    const doubled = Math.min((this.#block?.byteLength ?? FIRST_BLOCK / 2) * 2, LARGEST_BLOCK);
    const size = Math.max(doubled, least);
    if (allBytes + size > MAX_ALL_BYTES) return undefined;
    allBytes += size;
    this.#taken += size;
    if (this.#block) (this.#full ??= []).push(this.#block.subarray(0, this.#used));
    this.#used = 0;
    return (this.#block = block(size));
  }
}

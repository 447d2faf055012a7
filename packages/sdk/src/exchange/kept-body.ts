/**
 * Keeps the bytes of one body in a copy, since the caller may change or transfer its chunks. Read when the body has
 * ended.
 */

import { decompress } from '../platform/node.ts';

/** The limit for one body. Further bytes pass to the caller, and the span reports the cut. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The limit for all open bodies of this process. Above it no body grows any more. */
const MAX_ALL_BYTES = 256 * 1024 * 1024;
/** Block sizes double between these limits: a short body wastes little, and a long one has few blocks. */
const FIRST_BLOCK = 2 * 1024;
const LARGEST_BLOCK = 64 * 1024;
/**
 * Blocks up to this size are cut from one that several bodies share, since allocating memory costs more than filling
 * it.
 */
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

/**
 * Frees the memory at once. Left to the garbage collector, long bodies make it run more often: half a microsecond for
 * each chunk.
 */
function freeNow({ byteLength, buffer }: Uint8Array): void {
  const isOwn = byteLength > MAX_SHARED_BLOCK && buffer instanceof ArrayBuffer;
  if (isOwn && 'transfer' in buffer && !buffer.detached) buffer.transfer(0);
}

export class KeptBody {
  /** Full blocks. Lists are created on demand: most bodies need one at most. */
  #full: Uint8Array[] | undefined;
  /** Chunks that are not copied yet, because they do not change. */
  #references: Uint8Array[] | undefined;
  /** The whole body as text. */
  #text: string | undefined;
  #block: Uint8Array | undefined;
  #used = 0;
  #bytes = 0;
  /** Bytes that count against the limit for all bodies. */
  #reserved = 0;

  /** The `content-encoding` of the kept bytes. Undefined for those of a fetch, which decompresses. */
  encoding: string | undefined = undefined;
  /** The decompressed content of so many bytes. */
  #plain: { bytes: number; content: Uint8Array[] } | undefined;

  /** Wraps pieces that were kept, and are counted, elsewhere. */
  static holding(pieces: string | readonly Uint8Array[], encoding?: string): KeptBody {
    const body = new KeptBody();
    body.encoding = encoding;
    if (typeof pieces === 'string') {
      body.#text = pieces;
      return body;
    }
    body.#full = pieces.slice(0, -1);
    body.#block = pieces.at(-1);
    body.#used = body.#block?.byteLength ?? 0;
    return body;
  }

  /** Copies the chunk. False when there is no room for it. */
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

  /** Like `keep`, without a copy. All chunks of the body must come this way. */
  keepReference(chunk: Uint8Array): boolean {
    const size = chunk.byteLength;
    if (this.#bytes + size > MAX_BYTES || allBytes + size > MAX_ALL_BYTES) return false;
    (this.#references ??= []).push(chunk);
    this.#bytes += size;
    allBytes += size;
    this.#reserved += size;
    return true;
  }

  /** Replaces the referenced chunks by the text that they decode to. */
  replaceWithText(text: string): void {
    this.#references = undefined;
    this.#text = text;
  }

  /** The kept content, decompressed; as text when it was read as text. */
  content(): string | Uint8Array[] {
    return this.encoding === undefined ? this.stored() : this.#decompressed(this.encoding);
  }

  /** The kept content as it was sent. */
  stored(): string | Uint8Array[] {
    return this.#text ?? this.#pieces();
  }

  #decompressed(encoding: string): Uint8Array[] {
    if (this.#plain?.bytes !== this.#bytes) {
      const pieces = this.#pieces();
      const plain = decompress(joinedBytes(pieces), encoding);
      this.#plain = { bytes: this.#bytes, content: plain ? [plain] : pieces };
    }
    return this.#plain.content;
  }

  /**
   * The pieces in order; their boundaries mean nothing. A piece of up to `MAX_SHARED_BLOCK` bytes may share its buffer.
   */
  #pieces(): Uint8Array[] {
    for (const chunk of this.#references?.splice(0) ?? []) (this.#full ??= []).push(new Uint8Array(chunk));
    return [...(this.#full ?? []), ...(this.#block ? [this.#block.subarray(0, this.#used)] : [])];
  }

  /** The last bytes that were copied so far: at least this many, where there are so many. */
  tail(bytes: number): Uint8Array[] {
    const pieces = this.#block ? [this.#block.subarray(0, this.#used)] : [];
    const full = this.#full ?? [];
    for (let at = full.length - 1, kept = this.#used; at >= 0 && kept < bytes; at -= 1) {
      const piece = full[at]!;
      kept += piece.byteLength;
      pieces.unshift(piece);
    }
    return pieces;
  }

  /** Frees the bytes. */
  clear(): void {
    for (const piece of this.#full ?? []) freeNow(piece);
    if (this.#block) freeNow(this.#block);
    KeptBody.returnBytes(this.release());
  }

  /** Drops the bytes, which now belong to another thread. Returns the count against the limit, for `returnBytes`. */
  release(): number {
    const reserved = this.#reserved;
    this.#reserved = 0;
    this.#full = this.#references = this.#text = this.#block = this.#plain = undefined;
    return reserved;
  }

  static returnBytes(reserved: number): void {
    allBytes -= reserved;
  }

  #nextBlock(least: number): Uint8Array | undefined {
    const doubled = Math.min((this.#block?.byteLength ?? FIRST_BLOCK / 2) * 2, LARGEST_BLOCK);
    const size = Math.max(doubled, least);
    if (allBytes + size > MAX_ALL_BYTES) return undefined;
    allBytes += size;
    this.#reserved += size;
    if (this.#block) (this.#full ??= []).push(this.#block.subarray(0, this.#used));
    this.#used = 0;
    return (this.#block = block(size));
  }
}

/** Concatenates the pieces in a copy. `Buffer.concat` exists in Node only. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, { byteLength }) => total + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

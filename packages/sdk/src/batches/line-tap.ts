/** Taps for the bodies of a batch: one that passes complete lines on, and one that keeps a short body. */
import type { BodyEnd, Tap } from '../tap/body-watch.ts';

/** A line is one answer of a model. A longer one is not read. */
const MAX_LINE = 16 * 1024 ** 2;

/** Keeps no more than the line that is incomplete, however long the body is. */
export class LineTap implements Tap {
  readonly #take: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #isTooLong = false;

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  keep(chunk: Uint8Array): void {
    this.#add(this.#decoder.decode(chunk, { stream: true }));
  }

  keepReference(chunk: Uint8Array): void {
    this.keep(chunk);
  }

  /** What follows the last line break is a line when the body is complete. */
  finish({ how }: BodyEnd): void {
    if (how === 'complete') this.#add(`${this.#decoder.decode()}\n`);
    this.#rest = '';
  }

  #add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!this.#isTooLong && line.trim() !== '') this.#take(line);
      this.#isTooLong = false;
    }
    if (this.#rest.length <= MAX_LINE) return;
    this.#isTooLong = true;
    this.#rest = '';
  }
}

/** Answers about batches and files are short. */
const MAX_BODY = 1024 ** 2;

/** Passes a complete short body on, as text. */
export class TextTap implements Tap {
  readonly #take: (text: string) => void;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(take: (text: string) => void) {
    this.#take = take;
  }

  keep(chunk: Uint8Array): void {
    if (this.#text.length <= MAX_BODY) this.#text += this.#decoder.decode(chunk, { stream: true });
  }

  keepReference(chunk: Uint8Array): void {
    this.keep(chunk);
  }

  finish({ how }: BodyEnd): void {
    if (how === 'complete' && this.#text.length <= MAX_BODY) this.#take(this.#text);
  }
}

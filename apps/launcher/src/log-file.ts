// The log file of a child: limited in size, with a few older files, and a full disk does not stop the child. The
// launcher itself and containers log to standard output and write no files.
import { readFile } from 'node:fs/promises';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

export interface LogLimits {
  /** A file is rotated at this many bytes, or up to 64 kB more, because no line is split. */
  bytes: number;
  /** `ingest.log` and older ones, `ingest.log.1` being the newest of them. */
  files: number;
}

export const LOG_LIMITS: LogLimits = { bytes: 10 * 1024 ** 2, files: 5 };

export interface LogFile {
  /**
   * Returns nothing while there is room, otherwise a promise to await before the next line, so that memory stays
   * bounded.
   */
  write(line: string): Promise<void> | undefined;
  /** Resolves when every line so far is in the file; never rejects. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * After a failure (disk full, directory gone) the file is reopened for the first line that comes this much later.
 */
const REOPEN_AFTER_MS = 5_000;

/**
 * Appends to `file` across restarts. `onTrouble` gets one sentence when the file cannot be written any more; until it
 * can, lines are skipped and counted.
 */
export function openLog(file: string, onTrouble: (line: string) => void, limits: LogLimits = LOG_LIMITS): LogFile {
  return new RotatedLog(file, onTrouble, limits);
}

/** Lines that come together are written together, since each write is a turn of the thread pool; characters. */
const PIECE = 64 * 1024;

class RotatedLog implements LogFile {
  readonly #file: string;
  readonly #onTrouble: (line: string) => void;
  readonly #limits: LogLimits;
  #stream: RotatingFileStream | undefined;
  #piece = '';
  #isBroken = false;
  #failedAt = -Infinity;
  #leftOut = 0;
  #room: PromiseWithResolvers<void> | undefined;
  /** Resolves when the newest stream has closed. */
  #ended: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(file: string, onTrouble: (line: string) => void, limits: LogLimits) {
    this.#file = file;
    this.#onTrouble = onTrouble;
    this.#limits = limits;
    this.#stream = this.#open();
  }

  write(line: string): Promise<void> | undefined {
    const stream = this.#stream ?? this.#reopened();
    if (stream === undefined) {
      this.#leftOut += 1;
      return undefined;
    }
    if (this.#piece === '') process.nextTick(() => this.#hand());
    this.#piece += `${line}\n`;
    if (this.#piece.length >= PIECE) this.#hand();
    return this.#room?.promise;
  }

  flush(): Promise<void> {
    this.#hand();
    return (
      this.#closed ?? new Promise((resolve) => (this.#stream ? this.#stream.write('', () => resolve()) : resolve()))
    );
  }

  close(): Promise<void> {
    this.#hand();
    const stream = this.#stream;
    this.#stream = undefined;
    // Lines that come now are too late.
    this.#failedAt = Infinity;
    stream?.end();
    return (this.#closed ??= this.#ended ?? Promise.resolve());
  }

  #hand(): void {
    const piece = this.#piece;
    this.#piece = '';
    if (piece !== '' && this.#stream?.write(piece) === false) this.#room ??= Promise.withResolvers();
  }

  #open(): RotatingFileStream {
    const { bytes, files } = this.#limits;
    const stream = createStream(this.#file, { size: `${bytes}B`, rotate: files - 1, mode: 0o600 });
    const makeRoom = () => {
      this.#room?.resolve();
      this.#room = undefined;
    };
    stream.on('drain', makeRoom);
    stream.on('close', makeRoom);
    this.#ended = new Promise((resolve) => stream.once('close', resolve));
    stream.on('error', ({ message }) => {
      if (this.#stream === stream) this.#stream = undefined;
      this.#failedAt = Math.max(this.#failedAt, performance.now());
      if (!this.#isBroken)
        this.#onTrouble(`${this.#file} cannot be written (${message}); lines are left out until it can`);
      this.#isBroken = true;
    });
    stream.on('open', () => (this.#isBroken = false));
    return stream;
  }

  #reopened(): RotatingFileStream | undefined {
    if (performance.now() - this.#failedAt < REOPEN_AFTER_MS) return undefined;
    this.#stream = this.#open();
    this.#stream.write(`${this.#leftOut} lines were left out here, since this file could not be written\n`);
    this.#leftOut = 0;
    return this.#stream;
  }
}

/** The first line of a run in a file that is kept across restarts. */
export const startLine = (name: string, processId: number | undefined): string =>
  `${START} ${name} started ${new Date().toISOString()}, process ${processId} ${START}`;

const START = '────';
const SHOWN_LINES = 15;

/** The last lines of the last run in `file`, which show the user why it ended. */
export async function endOfLog(file: string): Promise<string> {
  // A file that was rotated a moment ago has too few of them.
  const [older, newer] = await Promise.all([`${file}.1`, file].map((name) => readFile(name, 'utf8').catch(() => '')));
  const lines = `${older}${newer}`.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(lines.findLastIndex((line) => line.startsWith(START)) + 1).slice(-SHOWN_LINES);
  return shown.length === 0 ? `Its log, ${file}, is empty.` : `The end of ${file} says:\n${shown.join('\n')}`;
}

// The progress that the user sees during a start: one line for each step, updated in place on a terminal.
import { styleText } from 'node:util';

export interface Progress {
  /**
   * Runs `work` under a line with its name; `note` sets the text of the finished line, `show` the progress until then.
   */
  step<Result>(
    name: string,
    work: (note: (detail: string) => void, show: (state: string) => void) => Promise<Result>,
  ): Promise<Result>;
  /** A line between the steps: a warning of a child, a remark. */
  say(line: string): void;
}

const NAME_WIDTH = 11;
const HEARTBEAT_MS = 15_000;

export const silentProgress: Progress = {
  step: (_name, work) =>
    work(
      () => {},
      () => {},
    ),
  say: () => {},
};

export function consoleProgress(stream: NodeJS.WriteStream = process.stdout): Progress {
  const isTerminal = stream.isTTY === true;
  let open: string | undefined;
  const clear = () => isTerminal && open !== undefined && stream.write('\r\x1b[2K');
  const print = (line: string) => {
    clear();
    stream.write(`${line}\n`);
    if (isTerminal && open !== undefined) stream.write(open);
  };
  return {
    say: print,
    async step(name, work) {
      const started = Date.now();
      let detail = '';
      let state = '';
      open = `  ${name.padEnd(NAME_WIDTH)} …`;
      if (isTerminal) stream.write(open);
      const show = () =>
        isTerminal && (clear(), stream.write((open = `  ${name.padEnd(NAME_WIDTH)} ${state || elapsed(started)}`)));
      const waiting = () => !isTerminal && print(`  ${name.padEnd(NAME_WIDTH)} … ${state || elapsed(started)}`);
      const timer = setInterval(isTerminal ? show : waiting, isTerminal ? 1000 : HEARTBEAT_MS);
      try {
        const result = await work(
          (text) => (detail = text),
          (text) => (state = text),
        );
        finish(styleText('green', '✓', { stream }), detail || elapsed(started));
        return result;
      } catch (error) {
        finish(styleText('red', '✕', { stream }), `after ${elapsed(started)}`);
        throw error;
      } finally {
        clearInterval(timer);
      }
      function finish(mark: string, text: string): void {
        clear();
        open = undefined;
        stream.write(`${mark} ${name.padEnd(NAME_WIDTH)} ${text}\n`);
      }
    },
  };
}

/** `0.4 s`, `12 s`, `2 m 5 s`. */
export const elapsed = (since: number): string => formatDuration(Date.now() - since);

export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} m ${Math.round(seconds % 60)} s`;
}

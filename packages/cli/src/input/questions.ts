// Questions to the user: in a terminal with their texts, from a pipe one line each.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Resolves to '' when there is no further line. */
export type Ask = (question: string, options?: { isSecret: boolean }) => Promise<string>;

export const isTerminal = (): boolean => process.stdin.isTTY === true;

export async function withQuestions<Result>(use: (ask: Ask) => Promise<Result>): Promise<Result> {
  let isSecret = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isTerminal() && !isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal() });
  const ended = new Promise<string>((resolve) => void lines.once('close', () => resolve('')));
  const ask: Ask = async (question, options = { isSecret: false }) => {
    // What is typed is not shown, so the question cannot be written together with it.
    if (options.isSecret && isTerminal()) process.stderr.write(question);
    isSecret = options.isSecret;
    const answer = await Promise.race([lines.question(isSecret ? '' : question), ended]);
    if (options.isSecret && isTerminal()) process.stderr.write('\n');
    isSecret = false;
    return answer.trim();
  };
  try {
    return await use(ask);
  } finally {
    lines.close();
  }
}

// Files and texts that the server makes of whole traces: where many are being made, it says when to ask again, and this
// does.
import { toast } from '../toast.ts';

/** A minute of the server's 5 s. */
export const MAX_TRIES = 12;
const DEFAULT_WAIT_SECONDS = 5;

/** What a person reads while a request waits for its turn. */
export const sayWaiting = (seconds: number): void =>
  toast('Many requests of this project are running', `Trying again in ${seconds} s.`);

/**
 * The answer, asked again for as long as it is 429.
 * @throws Error with what the server says when the answer is no success.
 */
export async function fetchInTurn(path: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(path);
    if (answer.ok) return answer;
    const sentence = await answer.text();
    if (answer.status !== 429 || tries >= MAX_TRIES)
      throw new Error(sentence || `The server answered ${answer.status}.`);
    const seconds = Number(answer.headers.get('retry-after')) || DEFAULT_WAIT_SECONDS;
    if (tries === 1) sayWaiting(seconds);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

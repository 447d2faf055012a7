// A run as users name it: its id, or the address of its page, which may have a step.
import { Failure } from '../failure.ts';

export interface RunAddress {
  id: string;
  step: string | undefined;
}

export function runAddress(text: string): RunAddress {
  const id = /(?:^|\/traces\/)([\da-f]{32})(?=$|[/?#])/.exec(text)?.[1];
  if (id === undefined)
    throw new Failure(
      `"${text}" is no run: give its id of 32 digits, as "subtext runs" lists it, or the address of its page.`,
    );
  return { id, step: URL.parse(text)?.searchParams.get('step') ?? undefined };
}

// The body of a request that a program posts with a key: one JSON object.
import { boundedRequest } from '../gate/index.ts';
import type { Failure } from './failure.ts';

/** `noObject`: the message when the body is no JSON, or no object. */
export async function postedObject(
  request: Request,
  noObject: string,
): Promise<{ body: object; text: string } | Failure> {
  const bounded = await boundedRequest(request);
  if (bounded instanceof Response) return { status: bounded.status, message: await bounded.text() };
  const text = await bounded.text();
  const body = objectIn(text);
  return body ? { body, text } : { status: 400, message: noObject };
}

function objectIn(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A response that the browser already has is neither read nor sent again: a procedure names the version of its
 * response, which is sent as ETag, and a request with that ETag gets "not modified". Access is checked first, as
 * always.
 */

export class Versioned {
  #known: string | null;
  #current: string | undefined;

  /** Several procedures in one request have no version of their own. */
  constructor(request: Request) {
    const isAlone = request.method === 'GET' && !new URL(request.url).searchParams.has('batch');
    this.#known = isAlone ? request.headers.get('if-none-match') : null;
  }

  /** False when the browser has no version of it at all. */
  get mayBeKnown(): boolean {
    return this.#known !== null;
  }

  /** True when the browser has this version: then the answer is not looked at. */
  isKnown(version: string): boolean {
    this.#current = `W/"${version}"`;
    return this.#current === this.#known;
  }

  /** The answer as it goes out. */
  seal(answer: Response): Response {
    if (this.#current === undefined || !answer.ok) return answer;
    // Kept by the browser, and asked for again each time, so that who may not see it any more does not.
    const headers = { etag: this.#current, 'cache-control': 'private, no-cache' };
    if (this.#current === this.#known) return new Response(null, { status: 304, headers });
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  }
}

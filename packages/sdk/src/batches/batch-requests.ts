/**
 * The requests of batches that this process has sent, so that each result is recorded with the request that it answers.
 * Bounded: the oldest are forgotten first.
 */
export interface BatchRequest {
  /** The path of the API, such as `/v1/responses`. */
  path: string | undefined;
  /** JSON text. */
  body: string;
}

const MAX_CHARACTERS = 32 * 1024 ** 2;
const MAX_LINKS = 10_000;
const MAX_RECORDED = 100_000;

export class BatchRequests {
  /** By the id of the batch, or of the file that was uploaded for it, and then by `custom_id`. */
  readonly #requests = new Map<string, Map<string, BatchRequest>>();
  readonly #sizes = new Map<string, number>();
  /** The file with the requests of a file with results, and the path of the API that all of them go to. */
  readonly #sources = new Map<string, { source: string; path: string | undefined }>();
  readonly #recorded = new Set<string>();
  #characters = 0;

  keep(source: string, requests: ReadonlyMap<string, BatchRequest>): void {
    this.#forget(source);
    let size = 0;
    for (const { body } of requests.values()) size += body.length;
    if (size > MAX_CHARACTERS) return;
    this.#requests.set(source, new Map(requests));
    this.#sizes.set(source, size);
    this.#characters += size;
    for (const oldest of this.#sizes.keys()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#forget(oldest);
    }
  }

  link(results: string, source: string, path: string | undefined): void {
    this.#sources.set(results, { source, path });
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > MAX_LINKS && oldest !== undefined) this.#sources.delete(oldest);
  }

  /** `results`: the id of the batch, or of the file with its results. */
  find(results: string, customId: string): Partial<BatchRequest> {
    const { source = results, path } = this.#sources.get(results) ?? {};
    const request = this.#requests.get(source)?.get(customId);
    return { path: request?.path ?? path, ...(request && { body: request.body }) };
  }

  /** False when the result was recorded before: results may be read any number of times. */
  isNew(results: string, customId: string): boolean {
    const key = `${results} ${customId}`;
    if (this.#recorded.has(key)) return false;
    this.#recorded.add(key);
    const [oldest] = this.#recorded;
    if (this.#recorded.size > MAX_RECORDED && oldest !== undefined) this.#recorded.delete(oldest);
    return true;
  }

  #forget(source: string): void {
    this.#characters -= this.#sizes.get(source) ?? 0;
    this.#sizes.delete(source);
    this.#requests.delete(source);
  }
}

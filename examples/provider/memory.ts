/**
 * The conversations that a provider stores: by the id of the last answer. Real ones keep them for weeks, so with a
 * folder they outlive the process, and a run that is forked later continues from a stored answer.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEPT_MS = 30 * 86_400_000;
/** Ids come from requests, and name files. */
const ID = /^\w{1,100}$/;

export class Memory<Item> {
  readonly #held = new Map<string, Item[]>();
  readonly #folder: string | undefined;

  constructor(folder?: string) {
    this.#folder = folder;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (isOld(join(folder, name))) rmSync(join(folder, name), { force: true });
  }

  /** undefined: no answer has this id. */
  get(id: string | null | undefined): Item[] | undefined {
    if (!id || !ID.test(id)) return undefined;
    return this.#held.get(id) ?? this.#read(id);
  }

  set(id: string, history: Item[]): void {
    this.#held.set(id, history);
    if (this.#folder !== undefined) writeFileSync(join(this.#folder, id), JSON.stringify(history), { mode: 0o600 });
  }

  #read(id: string): Item[] | undefined {
    if (this.#folder === undefined) return undefined;
    try {
      return JSON.parse(readFileSync(join(this.#folder, id), 'utf8')) as Item[];
    } catch {
      return undefined;
    }
  }
}

/** Another run may have removed it. */
function isOld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs < Date.now() - KEPT_MS;
}

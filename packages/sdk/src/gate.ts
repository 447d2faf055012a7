/** The one point that every text passes on its way into a span: the capture policy, then the mask. It fails closed. */
import { OPEN, strictest, strictestLevel, type CaptureLevel, type CapturePolicy, type Mask } from './capture.ts';
import { withoutCredentials } from './credentials.ts';
import type { Settings } from './exchange.ts';
import { OldestKeys } from './oldest-keys.ts';

/** What a content is, and the attribute that is named on the span when anything of it was held back. */
export interface Place {
  /** Which part of the policy it falls under; `any`: it may quote all of them; null: none, only the mask runs. */
  kind: keyof CapturePolicy | 'any' | null;
  /** As the mask is told. */
  where: string;
  attribute: string;
}

const NO_MASKS: readonly Mask[] = [];

/** One span's way out. Keeps the names of the attributes it had to withhold or shorten. */
export class Gate {
  readonly withheld = new Set<string>();
  /** Nothing is held back, and nobody looks: contents may pass as they are. Credentials are taken out of all attributes at the end. */
  readonly isOpen: boolean;
  readonly #levels: Required<CapturePolicy>;
  /** The strictest of them. */
  readonly #anyLevel: CaptureLevel;
  readonly #masks: readonly Mask[];

  /** What any of the settings withholds is withheld. */
  constructor(settings: readonly Settings[]) {
    this.#levels = strictest(settings.map(({ run }) => run.capture));
    // Most have neither, and there is a gate for every span.
    this.#anyLevel = this.#levels === OPEN ? 'full' : strictestLevel(Object.values(this.#levels));
    this.#masks = settings.some(({ mask }) => mask)
      ? [...new Set(settings.flatMap(({ mask }) => mask ?? []))]
      : NO_MASKS;
    this.isOpen = this.#masks.length === 0 && this.#anyLevel === 'full';
  }

  get hasMask(): boolean {
    return this.#masks.length > 0;
  }

  level(kind: Place['kind']): CaptureLevel {
    if (kind === null) return 'full';
    return kind === 'any' ? this.#anyLevel : this.#levels[kind];
  }

  /** undefined: it must not leave. */
  text(value: string, place: Place): string | undefined {
    const level = this.level(place.kind);
    if (level === 'full') return this.masked(value, place);
    this.withheld.add(place.attribute);
    return level === 'length' ? `[${value.length} characters]` : undefined;
  }

  /** As the masks leave it, whatever the policy says. */
  masked(value: string, { where, attribute }: Place): string | undefined {
    // First: a mask may change a part of one, and it would not be known any more.
    const clean = withoutCredentials(value);
    const masked = this.#masks.length === 0 ? clean : runMasks(this.#masks, clean, where);
    if (masked === undefined) this.withheld.add(attribute);
    return masked;
  }

  /** What belongs together must stay so: an id that may not leave has one and the same stand-in everywhere. */
  id(value: string): string {
    const opaque = this.level('reasoning') !== 'full' && holdsThought(value);
    const passes = !opaque && (this.#masks.length === 0 || runMasks(this.#masks, value, 'id') === value);
    return passes && withoutCredentials(value) === value ? value : standInFor(value);
  }
}

/** One mask after the other; undefined when one throws or gives no string. */
export function runMasks(masks: readonly Mask[], value: string, where: string): string | undefined {
  let text = value;
  for (const mask of masks) {
    try {
      const masked: unknown = mask(text, where);
      if (typeof masked !== 'string') return void silence(masked);
      text = masked;
    } catch {
      return undefined; // Told on the span; a mask that failed must not let anything through.
    }
  }
  return text;
}

/** An asynchronous mask withholds; that its promise fails as well must not end the process. */
function silence(value: unknown): void {
  if (value instanceof Promise) value.catch(() => undefined);
}

/** Gateways hide Gemini's signatures in call ids, and Copilot's ids are encrypted: longer than any id that is only an id. */
function holdsThought(id: string): boolean {
  return id.length > 128 || id.includes('__thought__');
}

const MAX_STAND_INS = 10_000;
const standIns = new Map<string, string>();
const oldestStandIns = new OldestKeys(standIns);

/** Of these ids, or of all: what another thread has to know, so that an id has one stand-in everywhere. */
export function standInsOf(ids: Iterable<string | null | undefined> = standIns.keys()): [string, string][] {
  return [...ids].flatMap((id): [string, string][] => {
    const standIn = typeof id === 'string' ? standIns.get(id) : undefined;
    return typeof id === 'string' && standIn !== undefined ? [[id, standIn]] : [];
  });
}

export function learnStandIns(known: readonly (readonly [string, string])[]): void {
  for (const [id, standIn] of known) standIns.set(id, standIn);
}

function standInFor(id: string): string {
  const standIn = standIns.get(id) ?? `masked_${globalThis.crypto.randomUUID()}`;
  standIns.set(id, standIn);
  if (standIns.size > MAX_STAND_INS) standIns.delete(oldestStandIns.take() ?? '');
  return standIn;
}

/** Every text of a span passes here: first the capture policy, then the mask. On any error the text is withheld. */
import { OPEN, strictest, strictestLevel } from './capture.ts';
import type { CaptureLevel, CapturePolicy, Mask, PrivacySettings } from './capture.ts';
import { withoutCredentials } from './credentials.ts';
import { OldestKeys } from '../platform/oldest-keys.ts';

/** The kind of a content, and the attribute that is listed on the span when some of it was withheld. */
export interface ContentField {
  /** The part of the policy that applies. `any`: the content may quote all kinds; null: only the mask runs. */
  kind: keyof CapturePolicy | 'any' | null;
  /** The `where` argument of the mask. */
  where: string;
  attribute: string;
}

const NO_MASKS: readonly Mask[] = [];

/** Redacts the contents of one span and collects the names of the attributes it withheld or shortened. */
export class Redactor {
  readonly withheld = new Set<string>();
  /**
   * True when nothing is withheld and there is no mask: contents pass unchanged. Credentials are removed from all
   * attributes at the end.
   */
  readonly isOpen: boolean;
  readonly #levels: Required<CapturePolicy>;
  /** The strictest of the levels. */
  readonly #anyLevel: CaptureLevel;
  readonly #masks: readonly Mask[];

  /** A content is withheld when any of the settings withholds it. */
  constructor(settings: readonly PrivacySettings[]) {
    this.#levels = strictest(settings.map(({ run }) => run.capture));
    // The common case: neither policy nor mask. A redactor is created for every span.
    this.#anyLevel = this.#levels === OPEN ? 'full' : strictestLevel(Object.values(this.#levels));
    this.#masks = settings.some(({ mask }) => mask)
      ? [...new Set(settings.flatMap(({ mask }) => mask ?? []))]
      : NO_MASKS;
    this.isOpen = this.#masks.length === 0 && this.#anyLevel === 'full';
  }

  get hasMask(): boolean {
    return this.#masks.length > 0;
  }

  level(kind: ContentField['kind']): CaptureLevel {
    if (kind === null) return 'full';
    return kind === 'any' ? this.#anyLevel : this.#levels[kind];
  }

  /** Applies policy and masks. undefined: withheld. */
  text(value: string, field: ContentField): string | undefined {
    const level = this.level(field.kind);
    if (level === 'full') return this.masked(value, field);
    this.withheld.add(field.attribute);
    return level === 'length' ? `[${value.length} characters]` : undefined;
  }

  /** Applies the masks only, without the policy. */
  masked(value: string, { where, attribute }: ContentField): string | undefined {
    // Credentials go first: a mask may change a part of one, which could then not be recognized.
    const clean = withoutCredentials(value);
    const masked = this.#masks.length === 0 ? clean : runMasks(this.#masks, clean, where);
    if (masked === undefined) this.withheld.add(attribute);
    return masked;
  }

  /** Replaces an id that must not leave by a stand-in that is the same everywhere, so that spans stay connected. */
  id(value: string): string {
    const opaque = this.level('reasoning') !== 'full' && holdsThought(value);
    const passes = !opaque && (this.#masks.length === 0 || runMasks(this.#masks, value, 'id') === value);
    return passes && withoutCredentials(value) === value ? value : standInFor(value);
  }
}

/** Runs one mask after the other; undefined when one throws or returns no string. */
export function runMasks(masks: readonly Mask[], value: string, where: string): string | undefined {
  let text = value;
  for (const mask of masks) {
    try {
      const masked: unknown = mask(text, where);
      if (typeof masked !== 'string') return void silence(masked);
      text = masked;
    } catch {
      return undefined; // Reported on the span; a failed mask must not let anything through.
    }
  }
  return text;
}

/** An asynchronous mask withholds. A rejection of its promise must not end the process. */
function silence(value: unknown): void {
  if (value instanceof Promise) value.catch(() => undefined);
}

/** Gateways put Gemini's signatures into call ids, and Copilot's ids are encrypted: both are longer than plain ids. */
function holdsThought(id: string): boolean {
  return id.length > 128 || id.includes('__thought__');
}

const MAX_STAND_INS = 10_000;
const standIns = new Map<string, string>();
const oldestStandIns = new OldestKeys(standIns);

/** The stand-ins of these ids, or of all. Another thread needs them, so that an id has one stand-in everywhere. */
export function idStandIns(ids: Iterable<string | null | undefined> = standIns.keys()): [string, string][] {
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

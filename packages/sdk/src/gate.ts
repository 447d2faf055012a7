/** The one point that every content passes on its way into a span: the capture policy, then the mask. It fails closed. */
import type { CapturePolicy, Mask } from './capture.ts';

/** What a content is, and the attribute that is named on the span when anything of it was held back. */
export interface Place {
  /** Which part of the policy it falls under; null: none, only the mask runs. */
  kind: keyof CapturePolicy | null;
  /** As the mask is told. */
  where: string;
  attribute: string;
}

/** One span's way out. Keeps the names of the attributes it had to withhold or shorten. */
export class Gate {
  readonly withheld = new Set<string>();
  readonly #policy: CapturePolicy;
  readonly #mask: Mask | undefined;

  constructor(policy: CapturePolicy | undefined, mask: Mask | undefined) {
    this.#policy = policy ?? {};
    this.#mask = mask;
  }

  /** undefined: it must not leave. */
  text(value: string, { kind, where, attribute }: Place): string | undefined {
    const level = kind === null ? 'full' : (this.#policy[kind] ?? 'full');
    if (level !== 'full') {
      this.withheld.add(attribute);
      return level === 'length' ? `[${value.length} characters]` : undefined;
    }
    if (!this.#mask) return value;
    try {
      const masked: unknown = this.#mask(value, where);
      if (typeof masked === 'string') return masked;
    } catch {
      // Told on the span; a mask that failed must not let anything through.
    }
    this.withheld.add(attribute);
    return undefined;
  }
}

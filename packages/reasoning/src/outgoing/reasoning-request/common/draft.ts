/** A request under construction: a provider's rules read the wish from it and add what they set, refuse and note. */
import type { ReasoningError, ReasoningErrorCode, ReasoningTarget, ReasoningWish, ThinkingText } from './target.ts';
import { asCode, isBody, readPath, writePath, type Body } from './settings.ts';

export interface Question {
  target: ReasoningTarget;
  wish: ReasoningWish;
  /** The caller's own request body, in the spelling of the target. */
  request: Body;
  /** Maps a wire path to the path in the spelling of the target. */
  spell: (path: string) => string;
}

export interface Setting {
  /** In the spelling of the target. */
  path: string;
  /** For a list: the entry it must contain. */
  value: unknown;
  /** Other values of the caller that are accepted. */
  accepted: readonly unknown[];
  /** It makes text visible, rather than making the model think. */
  shows: boolean;
}

const SPECIAL_WISHES = ['summary', 'stateless', 'interleaved', 'betweenTools'] as const;
type SpecialWish = (typeof SPECIAL_WISHES)[number];

export class Draft {
  readonly model: string;
  readonly wish: ReasoningWish;
  readonly settings: Setting[] = [];
  readonly errors: ReasoningError[] = [];
  readonly notes: string[] = [];
  readonly cautions: string[] = [];
  readonly headers: Record<string, string> = {};
  text: ThinkingText = 'verbatim';
  /** Another API of the same provider that shows what this one cannot. */
  elsewhere: ReasoningTarget['api'];
  readonly #question: Question;
  readonly #handled = new Set<keyof ReasoningWish>();

  constructor(question: Question) {
    this.#question = question;
    this.model = question.target.model;
    this.wish = question.wish;
  }

  read(wirePath: string): unknown {
    return readPath(this.#question.request, this.spelled(wirePath));
  }

  spelled(wirePath: string): string {
    return this.#question.spell(wirePath);
  }

  /** A wish that only some providers support. Reading it this way marks it as handled. */
  specialWish<Name extends SpecialWish>(name: Name): ReasoningWish[Name] {
    this.#handled.add(name);
    return this.wish[name];
  }

  /** Wishes that no rule has handled. */
  unhandledWishes(): SpecialWish[] {
    return SPECIAL_WISHES.filter((name) => this.wish[name] && !this.#handled.has(name));
  }

  set(wirePath: string, value: unknown, accepted: readonly unknown[] = []): void {
    this.settings.push({ path: this.spelled(wirePath), value, accepted, shows: false });
  }

  /** Sets what makes the text visible. */
  show(wirePath: string, value: unknown, accepted: readonly unknown[] = []): void {
    this.settings.push({ path: this.spelled(wirePath), value, accepted, shows: true });
  }

  /** `where` is a wire path, or begins with `wish.` or `target.`. */
  refuse(code: ReasoningErrorCode, where: string, [message, fix]: readonly [message: string, fix: string]): void {
    const reportedPath = /^(?:wish|target)\./.test(where) ? where : this.spelled(where);
    if (this.errors.some((error) => error.code === code && error.where === reportedPath)) return;
    this.errors.push({ code, message, where: reportedPath, fix });
  }

  note(text: string): void {
    this.notes.push(text);
  }

  /** A note on what may keep the text away. */
  caution(text: string): void {
    this.notes.push(text);
    this.cautions.push(text);
  }

  /**
   * The settings missing from the request, spread over the existing ones. A differing value of the caller is reported
   * as a conflict, never replaced.
   */
  parameters(): Record<string, unknown> {
    let parameters: Record<string, unknown> = {};
    for (const setting of this.settings) {
      const [key = ''] = setting.path.split('.');
      const own = this.#question.request;
      const base = Object.hasOwn(parameters, key) || own[key] == null ? parameters : { ...parameters, [key]: own[key] };
      const merged = this.#merge(base, setting);
      if (merged) parameters = merged;
      else this.#reportConflict(setting);
    }
    return parameters;
  }

  /** The settings the request does not have yet. */
  missing(): Setting[] {
    return this.settings.filter(({ path, value, accepted: alsoFine }) => {
      const own = readPath(this.#question.request, path);
      return Array.isArray(value) ? !hasAll(own, value) : own !== value && !alsoFine.includes(own);
    });
  }

  #merge(base: Record<string, unknown>, { path, value, accepted: alsoFine }: Setting): Record<string, unknown> | null {
    const own = readPath(base, path);
    if (own === undefined) return writePath(base, path, value);
    if (own === value || alsoFine.includes(own)) return base;
    if (!Array.isArray(value) || !Array.isArray(own)) return null;
    return writePath(base, path, [...own, ...value.filter((item) => !own.includes(item))]);
  }

  #reportConflict({ path, value }: Setting): void {
    const keys = path.split('.');
    const at = keys.findIndex((_, index) => {
      const inner = readPath(this.#question.request, keys.slice(0, index + 1).join('.'));
      return inner !== undefined && !isBody(inner);
    });
    const where = keys.slice(0, at + 1).join('.') || path;
    const own = readPath(this.#question.request, where);
    const setting = asCode(writePath({}, path, value) ?? {});
    const message = `Your request says ${asCode({ [where]: own })}; what you wish for needs ${setting}.`;
    this.errors.push({ code: 'SETTING_CONFLICT', message, where, fix: `Send ${setting}, or change the wish.` });
  }
}

function hasAll(own: unknown, required: readonly unknown[]): boolean {
  return Array.isArray(own) && required.every((item) => own.includes(item));
}

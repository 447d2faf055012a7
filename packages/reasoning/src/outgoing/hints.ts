/**
 * What a step should have requested, when its thinking was charged but cannot be read. Built from the same rules as
 * `reasoningRequest`.
 */
import type { ApiName } from '../parts/model-response.ts';
import { draftOf, findFamily } from './reasoning-request/index.ts';
import { asCode, writePath } from './reasoning-request/common/settings.ts';
import type { Draft, Setting } from './reasoning-request/common/draft.ts';
import type { Family } from './reasoning-request/families.ts';
import type { ThinkingState } from '../parts/state.ts';
import { orElse } from './common/or-else.ts';

/** The facts about a call, or about a whole response. */
export interface HintFacts {
  state: ThinkingState;
  /** As on the span (`gen_ai.provider.name`), or the short name. */
  provider?: string | undefined;
  api?: ApiName | undefined;
  model?: string | undefined;
  /** The body of the request, in the provider's JavaScript spelling, if available. */
  request?: object | undefined;
}

/** Which setting would have shown thinking that was charged for and could not be read. */
export interface Hint {
  title: string;
  /** What to put into the request, as code; null: nothing would show it. */
  change: string | null;
  /** What the change costs; null without a change. */
  costNote: string | null;
  /** What may still keep the text hidden. */
  caution: string | null;
  /** Section of docs/providers.md. */
  section: string;
}

/** Some rules hold for every model of a provider. */
const UNNAMED_MODEL = 'This model';
const FREE = 'Costs nothing more: this thinking is billed already, shown or not.';
const SAME_PRICE = 'The price of a token is the same there.';
const API_TITLES: Partial<Record<ApiName, string>> = { 'openai.responses': 'Use the Responses API, with' };

/**
 * null when there is nothing to say: the thinking is readable, none was charged for, or the provider is unknown. Never
 * throws.
 */
export function hintFor(facts: HintFacts): Hint | null {
  return orElse(
    () => hintOf(facts),
    () => null,
  );
}

function hintOf(facts: HintFacts): Hint | null {
  if (facts.state === 'redacted') return withheldForSafety();
  if (facts.state !== 'encrypted' && facts.state !== 'withheld') return null;
  const { provider, api, model = UNNAMED_MODEL, request } = facts;
  if (provider === undefined) return null;
  const target = { provider, model, ...(api && { api }) };
  const family = findFamily(target);
  if ('code' in family) return null;
  const draft = draftOf(family, { target, wish: {}, request: request ?? {} });
  return draft.text === 'none' ? hintToMove(draft, family, target) : hintToShow(draft, family, request !== undefined);
}

function withheldForSafety(): Hint {
  const title = 'The provider withheld this thinking for safety; no setting shows it.';
  return { title, change: null, costNote: null, caution: null, section: '15.2' };
}

function hintToShow(draft: Draft, { section }: Family, requestIsKnown: boolean): Hint {
  const shows = draft.missing().filter((setting) => setting.shows);
  const caution = draft.cautions.join(' ') || null;
  if (shows.length === 0) {
    const title = draft.settings.some((setting) => setting.shows)
      ? 'The request asked for the text, and the provider sent none.'
      : 'The provider sent no text; no setting is known that would have shown it.';
    return { title, change: null, costNote: null, caution, section };
  }
  const title = requestIsKnown
    ? 'The request did not ask for the text.'
    : 'The text comes only to those who ask for it.';
  return { title, change: codeOf(shows), costNote: FREE, caution, section };
}

function hintToMove(draft: Draft, family: Family, target: { provider: string; model: string }): Hint {
  const caution = draft.cautions.join(' ') || null;
  const nothing: Hint = {
    title: 'Nothing shows this thinking here.',
    change: null,
    costNote: null,
    caution,
    section: family.section,
  };
  if (!draft.elsewhere) return nothing;
  const other = findFamily({ ...target, api: draft.elsewhere });
  if ('code' in other) return nothing;
  const shows = draftOf(other, { target, wish: {}, request: {} }).settings.filter((setting) => setting.shows);
  const change = `${API_TITLES[draft.elsewhere]} ${codeOf(shows)}`;
  return {
    ...nothing,
    title: 'This API shows no thinking; another of the same provider does.',
    change,
    costNote: SAME_PRICE,
  };
}

function codeOf(settings: readonly Setting[]): string {
  return asCode(settings.reduce((body, { path, value }) => writePath(body, path, value) ?? body, {}));
}

/**
 * `reasoningRequest`: the parameters that make a model's thinking visible, or all reasons why the provider would refuse
 * them. Pure.
 */
import { Draft } from './common/draft.ts';
import { FAMILIES, familiesOf, familyFor, type Family } from './families.ts';
import type { ReasoningParameters } from './parameters.ts';
import { asCode, isBody, type Body } from './common/settings.ts';
import { orElse } from '../common/or-else.ts';
import { vendorOf } from '../replay/common/provider.ts';
import {
  REASONING_EFFORTS,
  type ReasoningError,
  type ReasoningRequest,
  type ReasoningTarget,
  type ReasoningWish,
} from './common/target.ts';

/**
 * Pass the request you are about to send as the third argument, and every conflict that the provider would refuse is
 * reported before the call: nothing of yours is dropped or changed. Spread the result over it: `{ ...request,
 * ...result.parameters }`. An unknown model gets the rules of its provider's newest generation, with a note. Never
 * throws.
 */
export function reasoningRequest<const Target extends ReasoningTarget>(
  target: Target,
  wish: ReasoningWish = {},
  request: object = {},
): ReasoningRequest<ReasoningParameters<Target>> {
  return orElse(
    () => answer(target, wish, request),
    () => ({ ok: false, errors: [incomplete('target', 'The target, the wish or the request cannot be read.')] }),
  );
}

function answer<Target extends ReasoningTarget>(
  target: Target,
  wish: ReasoningWish,
  request: object,
): ReasoningRequest<ReasoningParameters<Target>> {
  const found = findFamily(target);
  if ('code' in found) return { ok: false, errors: [found] };
  const draft = draftOf(found, { target, wish, request });
  checkWish(draft);
  const parameters = draft.parameters();
  if (draft.errors.length > 0) return { ok: false, errors: draft.errors };
  return {
    ok: true,
    // families.ts returns what parameters.ts declares; type tests of the clients check it
    parameters: parameters as ReasoningParameters<Target>,
    ...(Object.keys(draft.headers).length > 0 && { headers: draft.headers }),
    text: draft.text,
    notes: draft.notes,
    section: found.section,
  };
}

/** A provider's rules applied to a question. Hints are built from it, too. */
export function draftOf(
  family: Family,
  { target, wish, request }: { target: ReasoningTarget; wish: ReasoningWish; request: object },
): Draft {
  const body: Body = isBody(request) ? request : {};
  const spell = (path: string) => (target.form === 'wire' ? path : (family.clientPath?.(path) ?? path));
  const draft = new Draft({ target, wish, request: body, spell });
  family.plan(draft);
  return draft;
}

export function findFamily(target: ReasoningTarget): Family | ReasoningError {
  if (!isText(target.model)) return incomplete('target.model', 'The target names no model.');
  const provider = target.provider ?? vendorOf(target);
  if (!isText(provider)) return incomplete('target.provider', 'Neither API nor model says which provider this is.');
  const rows = familiesOf(provider);
  if (rows.length === 0) {
    const message = `The provider '${provider}' is not known here.`;
    return { code: 'UNKNOWN_PROVIDER', message, where: 'target.provider', fix: knownProviders() };
  }
  const family = familyFor(rows, target.api, target.model);
  if (family) return family;
  const message = `The API '${target.api}' of ${provider} is not known here.`;
  const fix = `Known are ${rows.map(({ api }) => api).join(', ')}.`;
  return { code: 'UNKNOWN_API', message, where: 'target.api', fix };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function incomplete(where: 'target' | 'target.model' | 'target.provider', message: string): ReasoningError {
  const fix = where === 'target.provider' ? knownProviders() : "Such as { provider: 'openai', model: 'gpt-5.5' }.";
  return { code: 'TARGET_INCOMPLETE', message, where, fix };
}

function knownProviders(): string {
  return `Known are ${[...new Set(FAMILIES.map(({ names }) => names[0]))].join(', ')}.`;
}

/** Wishes that no provider accepts, and wishes that only some support. */
function checkWish(draft: Draft): void {
  const { effort, budgetTokens } = draft.wish;
  if (effort !== undefined && !REASONING_EFFORTS.includes(effort)) {
    const fix = `Efforts are ${REASONING_EFFORTS.join(', ')}.`;
    draft.refuse('EFFORT_UNSUPPORTED', 'wish.effort', [`${asCode({ effort })} is none.`, fix]);
  }
  for (const name of draft.unhandledWishes()) {
    const message = `${draft.model} has nothing here that '${name}' could change.`;
    draft.refuse('WISH_UNSUPPORTED', `wish.${name}`, [message, 'Leave the wish out.']);
  }
  if (effort === 'none' && budgetTokens) {
    const message = "effort: 'none' switches thinking off, and the budget asks for some.";
    draft.refuse('EFFORT_AND_BUDGET', 'wish.effort', [message, 'Leave one of the two out.']);
  }
}

// What the dialog has, and what is asked of the server with it. Pure.
import { isAskable, REPLAY_TARGETS } from '@subtext/reasoning';
import type { RouterInputs } from '../../../lib/requests/trpc.ts';
import type { CostsPlace } from '../cuts/links.ts';

export type VariantKind = 'effort' | 'budget' | 'model' | 'provider' | 'thoughts';
type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
type Planned = RouterInputs['experiments']['estimate']['planned'];
type NewExperiment = RouterInputs['experiments']['create']['made'];

/** Providers that can be asked, by the id of their format. */
export const PROVIDERS: readonly (readonly [id: string, label: string])[] = REPLAY_TARGETS.filter(isAskable).map(
  ({ id, label }) => [id, label],
);

/** Numbers as they were typed. */
export interface Draft {
  name: string;
  q: string;
  range: string;
  kind: VariantKind;
  effort: Effort;
  tokens: string;
  model: string;
  /** A row of REPLAY_TARGETS: of the kind `provider` only. */
  target: string;
  /** A key of the project; empty = the newest of each provider. */
  keyId: string;
  steps: string;
  repeats: string;
  budget: string;
  maxOutputTokens: string;
  baseline: boolean;
  runsOn: 'server' | 'worker';
}

export const draftOf = ({ q, range }: Pick<CostsPlace, 'q' | 'range'>): Draft => ({
  ...{ name: 'Less thinking', q, range, kind: 'effort', effort: 'low', tokens: '1024', model: '' },
  ...{ target: PROVIDERS[0]![0], keyId: '' },
  ...{ steps: '50', repeats: '3', budget: '5', maxOutputTokens: '8000', baseline: true, runsOn: 'server' },
});

const NUMBERS = {
  steps: { words: 'Steps', min: 1, max: 1_000, whole: true },
  repeats: { words: 'Times each', min: 1, max: 20, whole: true },
  budget: { words: 'The budget', min: 0.000_001, max: 10_000, whole: false },
  maxOutputTokens: { words: 'Most tokens of an answer', min: 16, max: 200_000, whole: true },
} as const;

/** A sentence: what has to be changed; undefined = nothing. */
export function problemOf(draft: Draft): string | undefined {
  for (const [name, { words, min, max, whole }] of Object.entries(NUMBERS)) {
    const value = Number(draft[name as keyof typeof NUMBERS]);
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
      return `${words}: enter ${whole ? 'a whole number' : 'a number'} up to ${max.toLocaleString('en')}${whole ? `, and at least ${min}` : ' and above 0'}.`;
  }
  if ((draft.kind === 'model' || draft.kind === 'provider') && draft.model.trim() === '')
    return 'Enter the name of the model.';
  const tokens = Number(draft.tokens);
  if (draft.kind === 'budget' && !(Number.isInteger(tokens) && tokens >= 0 && tokens <= 1_000_000))
    return 'Tokens of thinking: enter a whole number up to 1,000,000.';
  if (draft.kind === 'budget' && tokens >= Number(draft.maxOutputTokens))
    return 'An answer must have more tokens than its thinking.';
  return undefined;
}

/** undefined: something is entered wrongly. */
export function plannedOf(draft: Draft): Planned | undefined {
  if (problemOf(draft) !== undefined) return undefined;
  const { q, range, baseline } = draft;
  const variants = [variantOf(draft)];
  return { q, range, steps: Number(draft.steps), repeats: Number(draft.repeats), baseline, variants };
}

type Variant = NonNullable<Planned['variants']>[number];

const variantOf = (draft: Draft): Variant => ({
  ...changeOf(draft),
  ...(draft.keyId !== '' && draft.runsOn === 'server' && { key: draft.keyId }),
});

function changeOf({ kind, effort, tokens, model, target }: Draft): Variant {
  switch (kind) {
    case 'effort':
      return { effort };
    case 'budget':
      return { budget_tokens: Number(tokens) };
    case 'model':
      return { model: model.trim() };
    case 'provider':
      return { target, model: model.trim() };
    case 'thoughts':
      return { thoughts: false };
  }
}

export function madeOf(draft: Draft): NewExperiment | undefined {
  const planned = plannedOf(draft);
  if (!planned || draft.name.trim() === '') return undefined;
  const limits = { budget: Number(draft.budget), max_output_tokens: Number(draft.maxOutputTokens) };
  return { ...planned, ...limits, name: draft.name.trim(), runs_on: draft.runsOn };
}

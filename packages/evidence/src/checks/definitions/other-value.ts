/** The thought names an identifier, and the call uses another one of the same form. */
import type { Check, Finding } from '../finding.ts';
import type { Run, Step } from '../run.ts';
import { identifiersIn, identifiersOf, type LocatedIdentifier } from '../text/identifiers.ts';
import { leaves } from '../text/canonical-json.ts';
import { sentences, type Span } from '../text/sentences.ts';
import { quote, thinkingDollars, thoughtUses, unreadable, withoutArguments, type ThoughtUse } from './thoughts.ts';

/** The sentence is about what was done before, is not done, or depends on something. */
const NOT_ABOUT_THIS_CALL =
  /\b(?:not|never|already|instead|except|unlike|previous|previously|earlier|after|before|once|done|completed|successfully|been|was|were|had|other|another|different|issue|problem|errors?|fail\w*|unavailable|cannot|if|unless|or|for example|such as)\b|n['’]t\b|\?["'”’)]?$/i;

/** Of the path of an argument in the evidence. */
const LONGEST_PATH = 200;

interface NamedIdentifier extends LocatedIdentifier {
  sentence: Span;
}

function find(run: Run): Finding[] {
  return thoughtUses(run).flatMap((use) => {
    const named = namedIdentifiers(use.thought.text);
    if (named.length === 0) return [];
    const thought = use.thought.text.toLowerCase();
    const context = { named, used: usedValues(use, named), thought, step: run.steps[use.step]! };
    return use.calls.flatMap(({ call, index }) => mismatch(use, { call, index }, context) ?? []);
  });
}

interface Context {
  named: readonly NamedIdentifier[];
  /** Named values that a call after the thought uses: another call is then about something else. */
  used: ReadonlySet<string>;
  /** In lower case. */
  thought: string;
  step: Step;
}

function usedValues({ calls }: ThoughtUse, named: readonly NamedIdentifier[]): Set<string> {
  const texts = calls.map(({ call }) => (call.arguments ?? '').toLowerCase());
  const values = [...new Set(named.map(({ value }) => value))];
  return new Set(values.filter((value) => texts.some((text) => text.includes(value.toLowerCase()))));
}

function namedIdentifiers(thought: string): NamedIdentifier[] {
  const all = identifiersIn(thought);
  if (all.length === 0) return [];
  return sentences(thought)
    .filter(({ text }) => !NOT_ABOUT_THIS_CALL.test(text))
    .flatMap((sentence) =>
      all.filter(({ from, to }) => from >= sentence.from && to <= sentence.to).map((found) => ({ ...found, sentence })),
    );
}

function mismatch(use: ThoughtUse, { call, index }: ThoughtUse['calls'][number], context: Context): Finding | null {
  for (const leaf of leaves(call.arguments ?? '')) {
    const identifiers = identifiersOf(leaf, call.tool);
    const [used] = identifiers;
    if (!used || context.thought.includes(used.value.toLowerCase())) continue;
    const expected = identifiers.map(({ form }) => onlyValue(context, form)).find((found) => found !== null);
    if (!expected) continue;
    const evidence: Finding['evidence'] = [
      quote(use, expected.sentence),
      { kind: 'value', name: 'named value', value: expected.value },
      { kind: 'value', name: `argument ${leaf.keys.join('.').slice(0, LONGEST_PATH)}`, value: used.value },
    ];
    const meta = { check: 'other-value', step: use.step, call: index, confidence: 'likely' } as const;
    const dollars = call.isEstimated ? null : thinkingDollars(context.step, call.thinkingTokens);
    return { ...meta, evidence, tokens: call.thinkingTokens, dollars };
  }
  return null;
}

/** null: the thought names none of this form, several, or one that is used. */
function onlyValue({ named, used }: Context, form: string): NamedIdentifier | null {
  const [first, ...others] = named.filter((identifier) => identifier.form === form);
  if (!first || used.has(first.value) || others.some(({ value }) => value !== first.value)) return null;
  return first;
}

export const otherValue: Check = {
  id: 'other-value',
  title: 'The thought names another identifier than the call uses',
  find,
  notChecked: (run) => [...unreadable('other-value', run), ...withoutArguments('other-value', run)],
};

/** The thought names an identifier, and the call uses another one of the same form. */
import type { Check, Finding } from '../finding.ts';
import type { Call, Run } from '../run.ts';
import { identifiersIn, identifiersOf, type LocatedIdentifier } from '../text/identifiers.ts';
import { leaves } from '../text/canonical-json.ts';
import { sentences, type Span } from '../text/sentences.ts';
import { quote, thoughtUses, unreadable, withoutArguments, type ThoughtUse } from './thoughts.ts';

/** The sentence is about what was done before, is not done, or depends on something. */
const NOT_ABOUT_THIS_CALL =
  /\b(?:not|never|already|instead|except|unlike|previous|previously|earlier|after|before|once|done|completed|successfully|been|was|were|had|other|another|different|issue|problem|errors?|fail\w*|unavailable|cannot|if|unless|or|for example|such as)\b|n['’]t\b|\?["'”’)]?$/i;

interface NamedIdentifier extends LocatedIdentifier {
  sentence: Span;
}

function find(run: Run): Finding[] {
  return thoughtUses(run).flatMap((use) => {
    const named = namedIdentifiers(use.thought.text);
    if (named.length === 0) return [];
    return use.calls.flatMap(({ call, index }) =>
      mismatch(use, call, named).map((found) => ({ ...found, call: index })),
    );
  });
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

function mismatch(use: ThoughtUse, call: Call, named: readonly NamedIdentifier[]): Finding[] {
  for (const leaf of leaves(call.arguments ?? '')) {
    for (const used of identifiersOf(leaf, call.tool)) {
      const [expected, ...others] = named.filter(({ form }) => form === used.form);
      if (!expected || others.some(({ value }) => value !== expected.value)) continue;
      if (contains(use.thought.text, used.value) || isUsed(use, expected.value)) continue;
      const evidence: Finding['evidence'] = [
        quote(use, expected.sentence),
        { kind: 'value', name: 'named value', value: expected.value },
        { kind: 'value', name: `argument ${leaf.keys.join('.')}`, value: used.value },
      ];
      const unknown = { tokens: call.thinkingTokens, dollars: null };
      return [{ check: 'other-value', step: use.step, call: null, confidence: 'likely', evidence, ...unknown }];
    }
  }
  return [];
}

const contains = (text: string, value: string) => text.toLowerCase().includes(value.toLowerCase());

/** Another call after the same thought uses it: this one is about something else. */
const isUsed = ({ calls }: ThoughtUse, value: string) =>
  calls.some(({ call }) => contains(call.arguments ?? '', value));

export const otherValue: Check = {
  id: 'other-value',
  title: 'The thought names another identifier than the call uses',
  find,
  notChecked: (run) => [...unreadable('other-value', run), ...withoutArguments('other-value', run)],
};

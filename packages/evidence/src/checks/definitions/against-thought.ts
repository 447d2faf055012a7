/** The thought says not to do what the call does. */
import type { Check, Finding } from '../finding.ts';
import type { Call, Run } from '../run.ts';
import { forbids } from '../text/negations.ts';
import { sentences, type Span } from '../text/sentences.ts';
import { nameParts, stem } from '../text/tool-names.ts';
import { quote, thinkingDollars, thoughtUses, unreadable, type ThoughtUse } from './thoughts.ts';

function find(run: Run): Finding[] {
  return thoughtUses(run).flatMap((use) => {
    const all = sentences(use.thought.text).map((sentence) => ({ sentence, lower: sentence.text.toLowerCase() }));
    const tools = new Set(use.calls.map(({ call }) => call.tool));
    return [...tools].flatMap((tool) => finding(run, use, { tool, all }) ?? []);
  });
}

interface LowerSentence {
  sentence: Span;
  lower: string;
}

function finding(
  run: Run,
  use: ThoughtUse,
  { tool, all }: { tool: string; all: readonly LowerSentence[] },
): Finding | null {
  const sentence = lastSentenceAbout(all, tool);
  const passage = sentence && forbids(sentence, tool);
  if (!passage) return null;
  const found = use.calls.find(({ call }) => call.tool === tool && !isAboutAnother(sentence.text, call));
  const step = run.steps[use.step];
  if (!found || !step) return null;
  const { thinkingTokens } = found.call;
  return {
    check: 'against-thought',
    step: use.step,
    call: found.index,
    confidence: 'likely',
    evidence: [quote(use, passage), { kind: 'value', name: 'called tool', value: tool }],
    tokens: thinkingTokens,
    dollars: found.call.isEstimated ? null : thinkingDollars(step, thinkingTokens),
  };
}

/** What the thought says last about the tool counts: `Do not delete it. The user confirmed, so delete it now.` */
function lastSentenceAbout(all: readonly LowerSentence[], tool: string): Span | null {
  const [verb = tool] = nameParts(tool);
  const [name, meant] = [tool.toLowerCase(), stem(verb)];
  return all.findLast(({ lower }) => lower.includes(name) || lower.includes(meant))?.sentence ?? null;
}

/** `Reservation NQNU5R cannot be canceled` says nothing of a call with other arguments. */
function isAboutAnother(sentence: string, call: Call): boolean {
  const identifiers = sentence.match(/(?<![\w-])(?=[A-Za-z_-]{0,40}\d)[\w-]{4,60}/g) ?? [];
  return identifiers.length > 0 && !identifiers.some((identifier) => call.arguments?.includes(identifier));
}

export const againstThought: Check = {
  id: 'against-thought',
  title: 'The thought says not to do what the call does',
  find,
  notChecked: (run) => unreadable('against-thought', run),
};

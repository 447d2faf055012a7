/** What a sentence says not to do. Conservative: conditions, questions and double negations say nothing for certain. */
import { isDistinctive, nameParts, stem } from './tool-names.ts';
import { words, type Span } from './sentences.ts';

/** A negation counts for this many words behind it, within its clause. */
const SCOPE_WORDS = 8;

const NOT_AFTER =
  'must should shall will do can ought told asked said instructed want decided better prefer prefers and am';
/** Word sequences that forbid, rule out, or say that something is not needed. */
const CUES: readonly (readonly string[])[] = [
  ...[...NOT_AFTER.split(' '), "i'm"].map((verb) => [verb, 'not']),
  ...["mustn't", "shouldn't", "shan't", "won't", "don't", "needn't", "can't", 'cannot'].map((verb) => [verb]),
  ...[
    ['does', 'not', 'want'],
    ["doesn't", 'want'],
    ['no', 'need', 'to'],
    ['unable', 'to'],
    ...['allowed', 'permitted', 'supposed', 'going', 'meant'].map((verb) => ['not', verb, 'to']),
  ],
  ...[['never'], ['avoid'], ['without'], ['refrain', 'from'], ['rather', 'than'], ['instead', 'of']],
];

/** After another subject these describe something (`the tool will not delete it`) instead of forbidding it. */
const DESCRIPTIVE_CUES = new Set(['will', "won't", 'do', "don't", 'can', "can't", 'cannot', 'never']);
const OWN_SUBJECTS = new Set('i we you and but so please also definitely therefore thus , ; ( — –'.split(' '));

/** Words between the cue and the verb. */
const FILLERS = new Set(
  'to be the a an any need needs have has want wants me us actually even ever simply just allowed going for from by'.split(
    ' ',
  ),
);
const VERBS_OF_CALLING = new Set(['call', 'use', 'invoke', 'run', 'execute', 'trigger']);
/** A clause ends here. */
const CLAUSE_ENDS = new Set([',', ';', '—', '–', '(', ')', 'but', 'because', 'so', 'since', 'as', 'and', 'then']);

/** A sentence with one of these depends on something else, is no statement, or introduces a list of what it is about. */
const DEPENDS =
  /\b(?:until|unless|if|when|before|yet|except|again|twice|more than once|only|just|otherwise|whether|even though|or else|not sure|either|could ?n[o'’]t|couldn['’]t|impossible|hard to|think i|know)\b|\?["'”’)]?$|:$/i;
/** Behind the negation: `cannot be canceled without a reason`, `must not delete it, but …`. */
const TAKES_BACK = /\b(?:without|but|however)\b/i;

/** Pronouns and adverbs that stand for the object or leave it open. */
const NO_OBJECT = new Set(
  'it this that them these those anything something everything now yet at directly here there myself'.split(' '),
);

/** Verbs whose tools change something. A tool is meant by its verb only if it has one of these. */
const CONSEQUENTIAL = new Set(
  'delete remove refund send cancel charge drop update write create overwrite pay transfer post publish deploy merge push close archive approve reject submit issue purchase buy book order modify edit change email notify revoke reset disable terminate restart execute search'
    .split(' ')
    .map(stem),
);

/** The passage that says not to do what `tool` does; null when the sentence does not say so. */
export function forbids(sentence: Span, tool: string): Span | null {
  if (DEPENDS.test(sentence.text)) return null;
  const all = words(sentence.text);
  const cues = cuesIn(all);
  const cue = cues[0];
  // A second negation can mean the opposite: `cannot answer this without calling it`.
  if (!cue || cues.length > 1) return null;
  if (TAKES_BACK.test(sentence.text.slice(all[cue.end - 1]?.to))) return null;
  const scope = scopeBehind(all, cue.end);
  // `Files must not be deleted`: the object is before the negation.
  const isPassive = scope[0]?.text === 'be';
  if (!isPassive && isDescription(sentence.text, all, cue.start)) return null;
  const end = isPassive ? endOfPassive(scope, all.slice(0, cue.start), tool) : endOfAction(scope, tool);
  if (end === null) return null;
  const from = all[cue.start]?.from ?? 0;
  return { from: sentence.from + from, to: sentence.from + end, text: sentence.text.slice(from, end) };
}

function cuesIn(all: readonly Span[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let start = 0; start < all.length; start += 1) {
    const cue = CUES.find((sequence) => sequence.every((word, index) => all[start + index]?.text === word));
    if (!cue || isCircumstance(all, start)) continue;
    found.push({ start, end: start + cue.length });
    start += cue.length - 1;
  }
  return found;
}

/** `Booked without insurance` rules nothing out; `without calling it` does. */
function isCircumstance(all: readonly Span[], start: number): boolean {
  return all[start]?.text === 'without' && !all[start + 1]?.text.endsWith('ing');
}

function isDescription(text: string, all: readonly Span[], start: number): boolean {
  const [before, cue] = [all[start - 1], all[start]];
  if (!before || !cue || !DESCRIPTIVE_CUES.has(cue.text) || OWN_SUBJECTS.has(before.text)) return false;
  return !/[:"“‘'*-]/.test(text.slice(before.to, cue.from));
}

function scopeBehind(all: readonly Span[], start: number): Span[] {
  const following = all.slice(start, start + SCOPE_WORDS);
  const end = following.findIndex(({ text }) => CLAUSE_ENDS.has(text));
  return end < 0 ? following : following.slice(0, end);
}

/** Where the forbidden action ends in the sentence; null when it is another action. */
function endOfAction(scope: readonly Span[], tool: string): number | null {
  const start = scope.findIndex(({ text }) => !FILLERS.has(text));
  const verb = scope[start];
  if (!verb) return null;
  const object = scope.slice(start + 1).filter(({ text }) => !FILLERS.has(text));
  // `The file exists and not deleted` reports; `does not want it to be deleted` forbids.
  if (/[^e]ed$/.test(verb.text) && !scope.slice(0, start).some(({ text }) => text === 'be')) return null;
  // A plain word (`walk, don't run`) is a name only behind `call` or `use`.
  if (isDistinctive(tool) && isName(verb.text, tool)) return verb.to;
  const [verbOfTool = '', ...objectOfTool] = nameParts(tool);
  if (VERBS_OF_CALLING.has(stemOfCalling(verb.text))) {
    const first = object[0];
    if (!first) return null;
    const isMeant = isName(first.text, tool) || isOnlyVerb(first.text, object[1], { verbOfTool, objectOfTool });
    return isMeant ? first.to : null;
  }
  if (!CONSEQUENTIAL.has(stem(verbOfTool)) || !isForm(verb.text, verbOfTool)) return null;
  return endOfObject(verb, object, objectOfTool);
}

function endOfPassive(scope: readonly Span[], before: readonly Span[], tool: string): number | null {
  const verb = scope.find(({ text }) => !FILLERS.has(text));
  if (!verb) return null;
  const subject = subjectOf(before);
  const [verbOfTool = '', ...objectOfTool] = nameParts(tool);
  const isCalled = ['called', 'used', 'invoked', 'run', 'executed'].includes(verb.text);
  if (isCalled && subject.some(({ text }) => isName(text, tool))) return verb.to;
  if (!CONSEQUENTIAL.has(stem(verbOfTool)) || !isForm(verb.text, verbOfTool)) return null;
  return subject.some(({ text }) => objectOfTool.some((part) => isForm(text, part))) ? verb.to : null;
}

/** The words of the clause, or of the whole sentence where the clause has only a pronoun. */
function subjectOf(before: readonly Span[]): readonly Span[] {
  const clause = before.slice(before.findLastIndex(({ text }) => CLAUSE_ENDS.has(text)) + 1);
  return clause.every(({ text }) => NO_OBJECT.has(text) || text === 'they') ? before : clause;
}

/** `without deleting it`, `don't refund the order` for `refund_order`; not `don't delete the branch` for a file. */
function endOfObject(verb: Span, object: readonly Span[], objectOfTool: readonly string[]): number | null {
  const [first] = object;
  if (!first || NO_OBJECT.has(first.text)) return first?.to ?? verb.to;
  const named = object.find(({ text }) => objectOfTool.some((part) => isForm(text, part)));
  return named?.to ?? null;
}

/** `must not call refund` for `refund_order`; not `must not call refund_shipping`. */
function isOnlyVerb(
  text: string,
  next: Span | undefined,
  { verbOfTool, objectOfTool }: { verbOfTool: string; objectOfTool: readonly string[] },
): boolean {
  if (text !== verbOfTool || !CONSEQUENTIAL.has(stem(verbOfTool))) return false;
  return !next || NO_OBJECT.has(next.text) || objectOfTool.some((part) => isForm(next.text, part));
}

const isName = (text: string, tool: string) => text === tool.toLowerCase();
const isForm = (text: string, word: string) => word !== '' && stem(text) === stem(word);
const stemOfCalling = (text: string) =>
  ({ calling: 'call', using: 'use', invoking: 'invoke', running: 'run', executing: 'execute' })[text] ?? text;

/**
 * Decides whether the value of a key is a secret. Local servers need no key but their clients demand one, so programs
 * send a word (`ollama`, `not-needed`). Removing that word from the record would rewrite thoughts and names.
 */

/** The tries of a guesser, in bits. Six random characters are more; one or two ordinary words are less. */
const MIN_SECRET_BITS = 26;

/** A word that is common in placeholders. */
const PLACEHOLDER_WORD_BITS = 2;
/** Another word: one of some two thousand. */
const WORD_BITS = 11;
const MAX_WORD_LENGTH = 14;
/** One random character. */
const LETTER_BITS = Math.log2(26);
const DIGIT_BITS = Math.log2(10);
const LETTER_OR_DIGIT_BITS = Math.log2(36);
const SYMBOL_BITS = 4;
/** A character that repeats or continues `aaa`, `123`, `cba`, or `qwe`. */
const CONTINUED_BITS = 0.1;
/** Words and numbers take turns at most this often; random characters do so more often. */
const MAX_READABLE_RUNS = 3;

/** A value with a provider's prefix is meant as a key, so fewer unknown words suffice. */
const PREFIX_BITS = 8;
/** The prefixes of providers, gateways, and the clouds that serve models. */
const KEY_PREFIX = new RegExp(
  '^(?:sk-(?:(?:proj|ant|or|lf|svcacct|admin)-)?|gsk_|xai-|csk-|AIza|ya29\\.|hf_|pplx-|nvapi-|r8_|fw_|tgp_|AKIA|ASIA|' +
    'bedrock-api-key-|sbtx_|pk-|gh[opsu]_|github_pat_|dapi|vck_|jina_|pa-|co_)',
);

const PLACEHOLDER_WORDS = new Set(
  (
    'a abc agent all an any anything anthropic api app auth azure bar baz bearer change changeme claude cpp credential ' +
    'credentials deepseek default demo dev dummy empty enter example fake false filler foo for free from gemini ' +
    'gemma generation get go google gpt groq have here hello ignore ignored in insert is it jan key keys kobold ' +
    'language lite llama llm lm local localhost me mistral mock model my na need needed nil no none nonempty not ' +
    'nothing null of ollama open openai openrouter optional or pass password placeholder provider proxy put qwen ' +
    'real redacted replace replaceme require required secret server set sglang some something stub studio test ' +
    'testing tests text tgi the this to todo token true undefined unneeded unset unused use used user value vllm web ' +
    'with without you your'
  ).split(' '),
);

/** `lmstudio`, `testkey`. Shorter words would occur in random letters by chance. */
const JOINED_WORDS = new RegExp(
  `^(?:lm|no|my|${[...PLACEHOLDER_WORDS].filter((word) => word.length > 2).join('|')})+$`,
);

/** The letters that follow each letter in English words. Three in five of random pairs are missing. */
const FOLLOWING_LETTERS = new Map(
  (
    'a:bcdfgiklmnprstuvwxy b:aeilorstu c:acehiklorstuy d:adegilorsuy e:abcdefghilmnopqrstuvwxy f:aefilortuy ' +
    'g:aeghilnorsu h:aeilmortu i:abcdefglmnoprstvxz j:eos k:aeins l:adefiklopstuvy m:abeilmopsu ' +
    'n:acdefgiklnostuvy o:abcdefgijklmnoprstuvwx p:aehiloprstu q:u r:abcdefgiklmnoprstuvy s:acefhiklmnopstuwy ' +
    't:acdehilorstuwy u:abcdefgilmnprst v:aeio w:aehinors x:ceipt y:aeilmnops z:ae'
  )
    .split(' ')
    .map((row) => [row[0], row.slice(2)]),
);

const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890'];

/** False for ordinary words and for patterns that are typed without thinking: neither is worth removing. */
export function isSecret(value: string): boolean {
  const prefix = KEY_PREFIX.exec(value)?.[0] ?? '';
  const bits = guessingBits(value.slice(prefix.length));
  return bits + (prefix ? PREFIX_BITS : 0) >= MIN_SECRET_BITS;
}

/** A repeated segment adds nothing: `foo-foo-foo` is as easy to guess as `foo`. */
function guessingBits(text: string): number {
  const segments = new Set(text.split(/[\s._:/<>-]+/));
  return [...segments].reduce((bits, segment) => bits + segmentBits(segment), 0);
}

function segmentBits(segment: string): number {
  const runs = segment.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^A-Za-z0-9]+/g) ?? [];
  if (runs.length > MAX_READABLE_RUNS) return charactersBits(segment, LETTER_OR_DIGIT_BITS);
  return runs.reduce((bits, run) => bits + runBits(run), 0);
}

function runBits(run: string): number {
  if (/^[0-9]/.test(run)) return charactersBits(run, DIGIT_BITS);
  if (!/^[A-Za-z]/.test(run)) return charactersBits(run, SYMBOL_BITS);
  const word = run.toLowerCase();
  if (PLACEHOLDER_WORDS.has(word) || JOINED_WORDS.test(word)) return PLACEHOLDER_WORD_BITS;
  const bits = charactersBits(word, LETTER_BITS);
  return isLikeWord(word) ? Math.min(bits, WORD_BITS) : bits;
}

function isLikeWord(word: string): boolean {
  if (word.length > MAX_WORD_LENGTH) return false;
  return [...word.slice(1)].every((letter, at) => FOLLOWING_LETTERS.get(word[at])?.includes(letter));
}

function charactersBits(run: string, bitsPerCharacter: number): number {
  let bits = 0;
  for (let at = 0; at < run.length; at += 1) bits += isContinued(run, at) ? CONTINUED_BITS : bitsPerCharacter;
  return bits;
}

/** True for the third and every further character of a pattern. */
function isContinued(run: string, at: number): boolean {
  if (at < 2) return false;
  const step = run.charCodeAt(at) - run.charCodeAt(at - 1);
  if (Math.abs(step) <= 1 && step === run.charCodeAt(at - 1) - run.charCodeAt(at - 2)) return true;
  return KEYBOARD_ROWS.some((row) => row.includes(run.slice(at - 2, at + 1)));
}

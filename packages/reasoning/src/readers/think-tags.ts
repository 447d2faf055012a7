/**
 * Thinking in tags inside the text (providers.md §3.4). Works on the whole text of a message, after a stream has ended.
 */

export interface TagSegment {
  kind: 'reasoning' | 'text';
  text: string;
  /** The tag was never closed: the thought was cut. */
  incomplete?: boolean;
  /** Text around a thought that belongs to its tags, for hosts that want the whole content back. */
  open?: string;
  close?: string;
}

interface Tag {
  open: string;
  close: string;
  /** Templates put the opening tag into the prompt, so only the closing tag arrives. */
  mayOpenInPrompt: boolean;
  /**
   * Bedrock's OpenAI-compatible endpoint wraps each piece of a streamed thought in its own tags:
   * `…</reasoning><reasoning>…`.
   */
  wrapsPieces?: boolean;
}

const TAGS: readonly Tag[] = [
  ...['think', 'thinking', 'thought', 'mm:think', 'reason', 'reasoning'].map((name) => ({
    open: `<${name}>`,
    close: `</${name}>`,
    mayOpenInPrompt: name.includes('th'),
    wrapsPieces: name === 'reasoning',
  })),
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>', mayOpenInPrompt: false },
  { open: '◁think▷', close: '◁/think▷', mayOpenInPrompt: true },
  { open: '[THINK]', close: '[/THINK]', mayOpenInPrompt: true },
  { open: '<|channel|>analysis<|message|>', close: '<|end|>', mayOpenInPrompt: false },
];

/** Every tag begins with one of these: a text without any is not searched further. */
const MARKS = [...new Set(TAGS.flatMap(({ open, close }) => [open.charAt(0), close.charAt(0)]))];

/**
 * Splits text into thoughts and text, in order; only the tags, blank thoughts and white space around tags are dropped.
 * An opening tag counts only at the start or right after a closing tag, ignoring white space, so a tag in a sentence, a
 * quotation or a code fence is literal.
 */
export function splitThinkTags(source: string): TagSegment[] {
  if (!MARKS.some((mark) => source.includes(mark))) return [{ kind: 'text', text: source }];
  const segments: TagSegment[] = [];
  let rest = source;
  const unopened = unopenedThought(source);
  if (unopened) {
    const close = source.slice(unopened.thought.length, source.length - unopened.rest.length);
    segments.push({ kind: 'reasoning', text: unopened.thought, open: '', close });
    rest = unopened.rest;
  }
  for (;;) {
    const start = rest.trimStart();
    const tag = TAGS.find((candidate) => start.startsWith(candidate.open));
    if (!tag) break;
    const inside = start.slice(tag.open.length);
    const { thought, rest: behind, closed } = takeBlock(inside, tag);
    const open = rest.slice(0, rest.length - inside.length);
    const close = inside.slice(thought.length, inside.length - behind.length);
    const last = segments.at(-1);
    const goesOn = tag.wrapsPieces === true && open === tag.open && last?.close === tag.close;
    if (goesOn) segments[segments.length - 1] = { ...last, text: last.text + thought, close, ...cut(closed) };
    else segments.push({ kind: 'reasoning', text: thought, open, close, ...cut(closed) });
    rest = behind;
  }
  if (segments.length === 0) return [{ kind: 'text', text: source }];
  segments.push({ kind: 'text', text: rest });
  return segments.filter((segment) => (segment.kind === 'text' ? segment.text !== '' : segment.text.trim() !== ''));
}

function cut(closed: boolean): { incomplete?: true } {
  return closed ? {} : { incomplete: true };
}

interface Block {
  thought: string;
  rest: string;
  closed: boolean;
}

/**
 * `source` begins after the opening tag. The first closing tag ends the block, unless the same opening tag starts a
 * line inside; if the nesting is not closed to the end, the last closing tag ends it.
 */
function takeBlock(source: string, tag: Tag): Block {
  let depth = 1;
  let at = 0;
  let lastClose = -1;
  while (depth > 0) {
    const close = source.indexOf(tag.close, at);
    if (close < 0) break;
    depth += openersAtLineStart(source.slice(at, close), tag, at === 0) - 1;
    lastClose = close;
    at = close + tag.close.length;
  }
  if (lastClose < 0) return { thought: source, rest: '', closed: false };
  return { thought: source.slice(0, lastClose), rest: behindClose(source, lastClose, tag), closed: true };
}

function openersAtLineStart(source: string, tag: Tag, first: boolean): number {
  const lines = source.split('\n');
  return lines.filter((line, index) => (index > 0 || first) && line.trimStart().startsWith(tag.open)).length;
}

/**
 * One run of line breaks after the closing tag belongs to the tag, not to the answer, and so does the marker with which
 * gpt-oss begins its answer.
 */
function behindClose(source: string, close: number, tag: Tag): string {
  return source.slice(close + tag.close.length).replace(BEFORE_ANSWER, '');
}

const BEFORE_ANSWER = /^(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>|^(?:[ \t]*\r?\n)+/;

/**
 * Everything before the first closing tag is thinking, if no opening tag came before it and it is alone on its line or
 * ends its paragraph.
 */
function unopenedThought(source: string): { thought: string; rest: string } | undefined {
  for (const tag of TAGS) {
    const close = tag.mayOpenInPrompt ? source.indexOf(tag.close) : -1;
    if (close < 0) continue;
    const before = source.slice(0, close);
    const after = source.slice(close + tag.close.length);
    if (TAGS.some((candidate) => before.includes(candidate.open)) || isInFence(before)) continue;
    const ownLine = /(?:^|\n)[ \t]*$/.test(before) && /^[ \t]*(?:\r?\n|$)/.test(after);
    const endsParagraph = /^\s*$|^[ \t]*\r?\n[ \t]*\r?\n/.test(after);
    if (ownLine || endsParagraph) return { thought: before, rest: behindClose(source, close, tag) };
  }
  return undefined;
}

/** A closing tag in a code block is an example. */
function isInFence(before: string): boolean {
  return (before.match(/^[ \t]*```/gm) ?? []).length % 2 === 1;
}

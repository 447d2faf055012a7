/**
 * Decides which texts are rendered as Markdown, and prepares the tree: unsafe links become text, and every text is
 * wrapped in a `span`, which components/text/FormattedText.tsx renders with PlainText. Pure.
 */
import type { Element, ElementContent, Root } from 'hast';

/** Longer than any typical answer; parsing this many characters takes a tenth of a second on a slow machine. */
const MAX_CHARACTERS = 20_000;
/** Markup that Markdown would render differently from its source. */
const MARKUP = /[*_`~|[\]]|^[ \t]*(?:#{1,6} |>|[-+] |\d{1,9}[.)] )/m;
/** Deeply nested quotes and lists on one line: not written in practice, and the parsing time grows with each level. */
const BOTTOMLESS = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){20}/m;

/** `[name]: address` is not rendered, so text behind it would be invisible. */
const OUT_OF_SIGHT = /^[ \t>]*\[[^\]\n]*\]:/m;

export const isFormatted = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && MARKUP.test(text) && !BOTTOMLESS.test(text) && !OUT_OF_SIGHT.test(text);

/** The safe targets of a link: absolute URLs to the web or to a mailbox. */
export function linkTarget(href: unknown): URL | undefined {
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : undefined;
}

/** The first rehype plugin. HTML stays visible as source text; an unsafe link becomes its text and its target. */
export const unsafeToText = () => (tree: Root) =>
  replaceIn(tree, (child) => {
    // HTML in the Markdown; hast has no type for it.
    if ((child.type as string) === 'raw' && 'value' in child) return [{ type: 'text', value: child.value }];
    return isElement(child, 'a') ? unlinked(child) : [child];
  });

function unlinked(link: Element): ElementContent[] {
  const { href } = link.properties;
  if (linkTarget(href)) return [link];
  if (typeof href !== 'string' || href === '') return link.children;
  return [...link.children, { type: 'text', value: ` (${href})` }];
}

/** The last rehype plugin. Line breaks between blocks are skipped, because they only format the tree's source. */
export const textsInSpans = () => (tree: Root) =>
  replaceIn(tree, (child, at, siblings) => {
    if (child.type !== 'text') return [child];
    if (child.value === '\n' && (isBlock(siblings[at - 1]) || isBlock(siblings[at + 1]))) return [];
    return [{ type: 'element', tagName: 'span', properties: {}, children: [child] }];
  });

const BLOCKS = new Set(['p', 'ul', 'ol', 'li', 'pre', 'blockquote', 'hr', 'table', 'thead', 'tbody', 'tr', 'td', 'th']);

/** The edge of the parent also counts as a block. */
const isBlock = (node: ElementContent | undefined): boolean =>
  node === undefined || (node.type === 'element' && (BLOCKS.has(node.tagName) || /^h\d$/.test(node.tagName)));

type Replace = (child: ElementContent, at: number, siblings: readonly ElementContent[]) => ElementContent[];

function replaceIn(parent: Root | Element, replace: Replace): void {
  const children = parent.children as ElementContent[];
  for (const child of children) if (child.type === 'element') replaceIn(child, replace);
  parent.children = children.flatMap(replace);
}

const isElement = (node: ElementContent, tagName: string): node is Element =>
  node.type === 'element' && node.tagName === tagName;

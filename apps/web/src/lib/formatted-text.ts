/**
 * Which texts are drawn as the markdown that they are, and what is done to its tree before: links that lead nowhere safe become text, and every text
 * is within a `span`, which components/FormattedText.tsx draws as PlainText draws any. Pure.
 */
import type { Element, ElementContent, Root } from 'hast';

/** More characters than an answer has; reading as many takes a tenth of a second on a slow machine. */
const MOST_CHARACTERS = 20_000;
/** Something that markdown would draw otherwise than as it is written. */
const MARKUP = /[*_`~|[\]]|^[ \t]*(?:#{1,6} |>|[-+] |\d{1,9}[.)] )/m;
/** Quotes and lists within one another, all in one line: nobody writes them, and each costs more than the one before. */
const BOTTOMLESS = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){20}/m;

/** `[name]: address` is drawn nowhere, so whatever stands behind it would be out of sight. */
const OUT_OF_SIGHT = /^[ \t>]*\[[^\]\n]*\]:/m;

export const isFormatted = (text: string): boolean =>
  text.length <= MOST_CHARACTERS && MARKUP.test(text) && !BOTTOMLESS.test(text) && !OUT_OF_SIGHT.test(text);

/** Where a link may lead: to the web or a mailbox, in full. */
export function linkTarget(href: unknown): URL | undefined {
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : undefined;
}

/** A plugin of rehype, the first one. HTML stands as it was written; of a link that leads elsewhere its words stay, and where it leads. */
export const unsafeToText = () => (tree: Root) =>
  replaceIn(tree, (child) => {
    // Of no type of hast: what was HTML in the markdown.
    if ((child.type as string) === 'raw' && 'value' in child) return [{ type: 'text', value: child.value }];
    return isElement(child, 'a') ? unlinked(child) : [child];
  });

function unlinked(link: Element): ElementContent[] {
  const { href } = link.properties;
  if (linkTarget(href)) return [link];
  if (typeof href !== 'string' || href === '') return link.children;
  return [...link.children, { type: 'text', value: ` (${href})` }];
}

/** A plugin of rehype, the last one. Line breaks between blocks only make the tree's own text readable. */
export const textsInSpans = () => (tree: Root) =>
  replaceIn(tree, (child, at, siblings) => {
    if (child.type !== 'text') return [child];
    if (child.value === '\n' && (isBlock(siblings[at - 1]) || isBlock(siblings[at + 1]))) return [];
    return [{ type: 'element', tagName: 'span', properties: {}, children: [child] }];
  });

const BLOCKS = new Set(['p', 'ul', 'ol', 'li', 'pre', 'blockquote', 'hr', 'table', 'thead', 'tbody', 'tr', 'td', 'th']);

/** So is the edge of what holds it. */
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

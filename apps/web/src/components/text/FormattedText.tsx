'use client';
// A model's message rendered as Markdown. No HTML of its own, no images; links only to the web and to mailboxes, with
// their host visible. Hidden characters are marked as in any text. A separate chunk, loaded by later.ts.
import { useMemo, type ComponentProps } from 'react';
import Markdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { Find } from '../../lib/text/find-marks.ts';
import { linkTarget, textsInSpans, unsafeToText } from '../../lib/text/formatted-text.ts';
import styles from './FormattedText.module.css';
import { PlainText } from './PlainText.tsx';

type Components = NonNullable<ComponentProps<typeof Markdown>['components']>;

const Heading: Components['h1'] = ({ children }) => <p className={styles.heading}>{children}</p>;

const COMPONENTS: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => {
    const host = linkTarget(href)?.host;
    return (
      <>
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
        {host && <span className={styles.host}> ({host})</span>}
      </>
    );
  },
  // Images are not loaded, because a URL that a model writes must not be fetched.
  img: ({ alt, src }) => <PlainText text={`![${alt ?? ''}](${typeof src === 'string' ? src : ''})`} />,
  input: ({ checked }) => (checked ? '☑ ' : '☐ '),
  table: ({ children }) => (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
};

export function FormattedText({ text, find }: { text: string; find?: Find }) {
  // Parsed and rendered once, however often its parent renders.
  return useMemo(
    () => (
      <div className={styles.formatted}>
        <Markdown
          remarkPlugins={[remarkGfm]}
          rehypePlugins={[unsafeToText, rehypeSanitize, textsInSpans]}
          // Unsafe URLs were replaced by text before.
          urlTransform={(url) => url}
          components={{ ...COMPONENTS, span: ({ children }) => <PlainText text={String(children)} find={find} /> }}
        >
          {text}
        </Markdown>
      </div>
    ),
    [text, find],
  );
}

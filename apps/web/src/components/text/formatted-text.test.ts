import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { isFormatted } from '../../lib/text/formatted-text.ts';
import { FormattedText } from './FormattedText.tsx';

const drawn = (text: string, find?: string) => renderToStaticMarkup(createElement(FormattedText, { text, find }));
/** Removes the class names that the build generates. */
const plain = (text: string) => drawn(text).replaceAll(/ (?:class|title)="[^"]*"/g, '');

describe('formatted text', () => {
  it('is what markdown means: headings, lists, code, tables, and lines as they were broken', () => {
    const html = plain(
      '# Parcel\n\n- **left** Oslo\n- `RT2`\n  - on time\n\none\ntwo\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    );
    expect(html).toContain('<p>Parcel</p>');
    expect(html).toContain('<strong>left</strong> Oslo');
    expect(html).toContain('<li><code>RT2</code><ul><li>on time</li></ul></li>');
    expect(html).toContain('<p>one\ntwo</p>');
    expect(html).toContain('<td>1</td><td>2</td>');
  });

  it('keeps the space between words of a list that are drawn otherwise', () =>
    expect(plain('- **a** *b*\n- c')).toContain('<strong>a</strong> <em>b</em>'));

  it('is no HTML and fetches nothing', () => {
    const html = plain(
      '<img src=x onerror=alert(1)> ![picture](https://evil.example/a.png)\n\n<script>alert(1)</script>',
    );
    expect(html).not.toMatch(/<(?:img|script)/);
    expect(html).toContain('![picture](https://evil.example/a.png)');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('links to the web and to mailboxes with the host visible, and shows the target of other links', () => {
    expect(plain('[here](https://parcels.example/a?b) [mail](mailto:a@b.example)')).toBe(
      '<div><p><a href="https://parcels.example/a?b" target="_blank" rel="noopener noreferrer nofollow">here</a><span> (parcels.example)</span> <a href="mailto:a@b.example" target="_blank" rel="noopener noreferrer nofollow">mail</a></p></div>',
    );
    for (const href of ['javascript:alert(1)', 'data:text/html,x', '/settings', 'vbscript:x'])
      expect(plain(`[click](${href})`)).toBe(`<div><p>click (${href})</p></div>`);
  });

  it('marks what hides and what was looked for, as any text', () => {
    expect(drawn('**a\u202eb**')).toContain('right-to-left override');
    expect(drawn('the **parcel** left', 'parcel')).toMatch(/<strong><mark[^>]*>parcel<\/mark><\/strong>/);
  });

  it('never fails on any text that a model writes', () => {
    const signs = fc.constantFrom(
      ...'[]()*_`~|#>-+<&!:\\^="\n \t1.a',
      '\n\n',
      '    ',
      '```',
      '[^1]',
      'http://a.b',
      '![',
      '<!--',
    );
    const text = fc.array(signs, { maxLength: 400 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (some) => {
        if (isFormatted(some)) expect(drawn(some)).toMatch(/^<div/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is drawn as formatted', () => {
  it('is what has any markup', () => {
    expect(isFormatted('Two **pages**')).toBe(true);
    expect(isFormatted('1. one\n2. two')).toBe(true);
    expect(isFormatted('The tent is 4,190. Really (yes) - no.')).toBe(false);
  });

  it('is nothing that would be out of sight: addresses and notes that stand by themselves', () => {
    expect(isFormatted('*a*\n\n[//]: # (hidden)')).toBe(false);
    expect(isFormatted('*a*[^1]\n\n[^1]: hidden')).toBe(false);
  });

  it('is nothing very long, and nothing nested without end', () => {
    expect(isFormatted('*a* '.repeat(6000))).toBe(false);
    for (const nested of ['>', '> ', '- ', '1. ']) expect(isFormatted(nested.repeat(1000))).toBe(false);
  });
});

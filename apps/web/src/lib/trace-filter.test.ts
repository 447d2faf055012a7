import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionsOf, filterText, parseFilter, withoutPart } from './trace-filter.ts';

const problems = (text: string) => parseFilter(text).flatMap((part) => (part.problem ? [part.source] : []));

describe('the filter language', () => {
  it('reads every field of the language', () => {
    expect(
      conditionsOf('tool:web_search model:gpt-5.2 status:error hidden:>40% thinking:>2k cost:>0.05 steps:>20'),
    ).toEqual([
      { negated: false, field: 'tool', value: 'web_search' },
      { negated: false, field: 'model', value: 'gpt-5.2' },
      { negated: false, field: 'status', value: 'error' },
      { negated: false, field: 'hidden', comparison: '>', value: 0.4 },
      { negated: false, field: 'thinking', comparison: '>', value: 2000 },
      { negated: false, field: 'cost', comparison: '>', value: 0.05 },
      { negated: false, field: 'steps', comparison: '>', value: 20 },
    ]);
    expect(
      conditionsOf('state:encrypted session:s_81f tag:"two words" -tool:help has:preamble "schema changed"'),
    ).toEqual([
      { negated: false, field: 'state', value: 'encrypted' },
      { negated: false, field: 'session', value: 's_81f' },
      { negated: false, field: 'tag', value: 'two words' },
      { negated: true, field: 'tool', value: 'help' },
      { negated: false, field: 'has', value: 'preamble' },
      { negated: false, field: 'text', value: 'schema changed' },
    ]);
  });

  it('takes the word of the screens for thinking that was billed without text', () => {
    expect(conditionsOf('state:dropped')).toEqual([{ negated: false, field: 'state', value: 'withheld' }]);
  });

  it('keeps a colon inside quotes as text, and a model name with a colon whole', () => {
    expect(conditionsOf('"error: schema"')).toEqual([{ negated: false, field: 'text', value: 'error: schema' }]);
    expect(conditionsOf('model:qwen3:8b')).toEqual([{ negated: false, field: 'model', value: 'qwen3:8b' }]);
  });

  it('names what it cannot read, with its place, and runs the rest', () => {
    const text = 'tool:a colour:red cost:0.05 hidden:>40 status:lost "open';
    expect(problems(text)).toEqual(['colour:red', 'cost:0.05', 'hidden:>40', 'status:lost', '"open']);
    expect(conditionsOf(text)).toEqual([{ negated: false, field: 'tool', value: 'a' }]);
    for (const part of parseFilter(text)) expect(text.slice(part.start, part.end)).toBe(part.source);
  });

  it('takes one part out and leaves the others as they were written', () => {
    const text = 'tool:a  "b c"   -tool:d';
    expect(withoutPart(text, parseFilter(text)[1]!)).toBe('tool:a -tool:d');
  });

  it('writes a value so that reading gives it back', () => {
    for (const value of ['web_search', 'read file', 'a:b'])
      expect(conditionsOf(filterText('tool', value))).toEqual([{ negated: false, field: 'tool', value }]);
  });

  it('accounts for every character that is not a space, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parts = parseFilter(text);
        let rest = '';
        let end = 0;
        for (const part of parts) {
          rest += text.slice(end, part.start);
          end = part.end;
        }
        return (rest + text.slice(end)).trim() === '';
      }),
    );
  });
});

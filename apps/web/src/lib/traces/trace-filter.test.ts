import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterText, hasPart, metadataField, scoreText, togglePart } from './filter-text.ts';
import { conditionsOf, parseFilter, withoutPart } from './trace-filter.ts';

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

  it('reads who ran it, where, how hard it thought and how long it took', () => {
    expect(conditionsOf('agent:planner user:4471 env:production effort:high duration:>1.5m')).toEqual([
      { negated: false, field: 'agent', value: 'planner' },
      { negated: false, field: 'user', value: '4471' },
      { negated: false, field: 'env', value: 'production' },
      { negated: false, field: 'effort', value: 'high' },
      { negated: false, field: 'duration', comparison: '>', value: 90 },
    ]);
    expect(conditionsOf('duration:<=250ms')).toMatchObject([{ comparison: '<=', value: 0.25 }]);
    expect(problems('duration:>30 duration:>2k steps:>3s thinking:>4h')).toHaveLength(4);
  });

  it('reads release, service, and the values of metadata keys, whose case counts', () => {
    expect(conditionsOf('release:1.2 -service:shop metadata.customerId:"Acme Inc" METADATA."order: no":8812')).toEqual([
      { negated: false, field: 'release', value: '1.2' },
      { negated: true, field: 'service', value: 'shop' },
      { negated: false, field: 'metadata', key: 'customerId', value: 'Acme Inc' },
      { negated: false, field: 'metadata', key: 'order: no', value: '8812' },
    ]);
    expect(problems('metadata:acme metadata.:acme metadata.customer: metadata.customer')).toHaveLength(3);
    for (const key of ['customer', 'order: no', 'a.b'])
      expect(conditionsOf(filterText(metadataField(key), 'x y'))).toMatchObject([{ key, value: 'x y' }]);
  });

  it('reads a score by its name, its value, one of several values, or a comparison', () => {
    const values = (text: string) =>
      conditionsOf(text).map((one) => (one.field === 'score' ? [one.negated, one.name, one.value] : one));
    expect(values('score:quality>0.5 -score:quality<=-1e3 score:tone=friendly|polite score:helpful=up')).toEqual([
      [false, 'quality', { comparison: '>', number: 0.5 }],
      [true, 'quality', { comparison: '<=', number: -1000 }],
      [false, 'tone', { oneOf: ['friendly', 'polite'] }],
      [false, 'helpful', { oneOf: ['up'] }],
    ]);
    expect(values('score:quality -score:ragas:faithfulness score:"on time"=up score:tone="a|b"|c score:q=0.5')).toEqual(
      [
        [false, 'quality', null],
        [true, 'ragas:faithfulness', null],
        [false, 'on time', { oneOf: ['up'] }],
        [false, 'tone', { oneOf: ['a|b', 'c'] }],
        [false, 'q', { oneOf: ['0.5'] }],
      ],
    );
    expect(
      problems('score: score:= score:q= score:q> score:q>x score:q>=Infinity score:=up score:q=| score:""'),
    ).toHaveLength(9);
    for (const [name, value] of [
      ['quality', '>=0.5'],
      ['on time', '=very good'],
      ['a=b', '=x|y'],
      ['plain', ''],
    ] as const) {
      const [, read, condition] = values(scoreText(name, value))[0] as [boolean, string, object | null];
      const written = condition && ('oneOf' in condition ? `=${String(condition.oneOf)}` : '>=0.5');
      expect([read, written]).toEqual([name, value || null]);
    }
  });

  it('runs only the fields that mean something where the filter stands', () => {
    expect(parseFilter('tool:a cost:>1', ['tool']).map((part) => part.problem !== undefined)).toEqual([false, true]);
    expect(conditionsOf('tool:a cost:>1', ['tool'])).toHaveLength(1);
  });

  it('runs at most 12 words and 32 terms, and says what is too many', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
    expect(conditionsOf(words(12))).toHaveLength(12);
    const parts = parseFilter(`${words(249)} -not tool:a "one more"`);
    expect(parts.flatMap(({ condition }) => condition?.value ?? [])).toEqual([...words(12).split(' '), 'a']);
    expect(parts[12]!.problem).toMatch(/^A filter has at most 12 words; put words/);
    expect(parts.at(-1)!.problem).toMatch(/^A filter has at most 12 words/);
    // A phrase counts as one word.
    expect(problems(`"${words(60)}"`)).toEqual([]);
    const tags = Array.from({ length: 33 }, (_, at) => `tag:t${at}`).join(' ');
    expect(conditionsOf(tags)).toHaveLength(32);
    expect(parseFilter(tags).at(-1)!.problem).toBe('A filter has at most 32 terms');
    expect(problems(`${words(12)} ${tags}`)).toHaveLength(13);
  });

  it('puts a part in and takes it out again, leaving the rest as it was written', () => {
    expect(togglePart('"a b"', 'tool:x')).toBe('"a b" tool:x');
    expect(togglePart('tool:x  "a b" tool:x', 'tool:x')).toBe('"a b"');
    expect(hasPart('-tool:x', 'tool:x')).toBe(false);
  });

  it('has no field of the name of what every object has', () => {
    expect(problems('constructor:a __proto__:b tostring:c')).toHaveLength(3);
    expect(problems('cost:>1constructor duration:>1__proto__')).toHaveLength(2);
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

  it('accounts for every character that is not a space, for any input', () => {
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

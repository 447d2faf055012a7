import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributeJson } from './attributes.ts';
import { parseArguments, record } from './json.ts';
import { asWritten, writtenJson } from './written-json.ts';

/** Everything that writing it again would change. */
const ODD =
  '{"id":12345678901234567890,"price":1.0,"far":1e3,"2":"b","1":"a","same":1,"same":-0, "text":"\\u00e9 \\"}"}';

/** More digits than a number of JavaScript has. */
const LONG = '12345678901234567890';

describe('JSON as it was written', () => {
  it('is kept only where it has a number so long that it would lose digits', () => {
    expect(writtenJson(attributeJson('{"price":1.0,"number":123456789012345}'))).toBeUndefined();
    expect(writtenJson(attributeJson('{"id":1234567890123456}'))).toBe('{"id":1234567890123456}');
  });

  it('stays with what was parsed from it', () => {
    expect(writtenJson(attributeJson(ODD))).toBe(ODD);
    expect(writtenJson(attributeJson(JSON.stringify(ODD)))).toBe(ODD);
    expect(writtenJson(parseArguments(ODD))).toBe(ODD);
  });

  it('stays with arguments and results inside a message', () => {
    const text = `[ {"role":"assistant","parts":[{"name":"]}\\\\", "arguments" : ${ODD} ,"deep":[[1,{}],{"input":[ 1.0, ${ODD}]}]}]}]`;
    const [message] = attributeJson(text) as { parts: { arguments: unknown; deep: unknown[] }[] }[];
    expect(writtenJson(message?.parts[0]?.arguments)).toBe(ODD);
    expect(writtenJson(record(message?.parts[0]?.deep[1]).input)).toBe(`[ 1.0, ${ODD}]`);
  });

  it('is lost with a copy, so that a changed value never shows its old text', () => {
    const value = attributeJson(ODD) as object;
    expect(writtenJson({ ...value })).toBeUndefined();
    expect(writtenJson(structuredClone(value))).toBeUndefined();
  });

  it('leaves a number that would be written in another way as text', () => {
    expect(['1.0', '12345678901234567890', '7', ' 7 ', '1e2'].map(attributeJson)).toEqual([
      '1.0',
      '12345678901234567890',
      7,
      7,
      '1e2',
    ]);
  });

  it('takes the last of equal keys', () => {
    const value = attributeJson(`{"arguments":{"a":1.0},"arguments":{"a":${LONG}}}`);
    expect(writtenJson(record(value).arguments)).toBe(`{"a":${LONG}}`);
  });

  it('is found in values of any shape and depth, with any spaces', () => {
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('arguments', 'result', 'x', '"', '{'), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify({ id: LONG, arguments: value }, null, space);
        const parsed = asWritten(JSON.parse(text), text);
        const visit = (each: unknown, name: string): void => {
          if (typeof each !== 'object' || each === null) return;
          const isNamed = name === 'arguments' || name === 'result';
          if (isNamed) expect(JSON.stringify(JSON.parse(writtenJson(each) ?? ''))).toBe(JSON.stringify(each));
          for (const [key, child] of Object.entries(each)) visit(child, key);
        };
        visit(parsed, '');
      }),
    );
  });

  it('is found wherever the number stands, and for none that is shorter', () => {
    for (const digits of ['9007199254740993', '900719925474099'])
      for (let spaces = 0; spaces < 40; spaces += 1) {
        const text = `[${' '.repeat(spaces)}${digits}]`;
        expect(writtenJson(asWritten(JSON.parse(text), text))).toBe(digits.length < 16 ? undefined : text);
      }
  });

  it('is kept of every turn of a long history', () => {
    const turns = Array.from({ length: 1_000 }, (_, index) => `{"content":[${LONG}${index}]}`);
    const history = attributeJson(`[${turns.join()}]`) as unknown[];
    for (const at of [0, 999]) expect(writtenJson(record(history[at]).content)).toBe(`[${LONG}${at}]`);
  });

  it('costs no stack, however deep the value is', () => {
    const deep = `{"arguments":${'['.repeat(50_000)}${LONG}, "]"${']'.repeat(50_000)},"result":{"a":1.0}}`;
    const value = attributeJson(deep);
    expect(writtenJson(record(value).arguments)).toHaveLength(100_025);
    expect(writtenJson(record(value).result)).toBe('{"a":1.0}');
  });
});

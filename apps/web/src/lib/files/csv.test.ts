import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  it('quotes what holds a separator, a quote or a line, and writes unknown as nothing', () => {
    expect(csvLine(['a', 'b, c', 'say "x"', 'two\nlines', null, undefined, 1.5, 12n])).toBe(
      'a,"b, c","say ""x""","two\nlines",,,1.5,12\r\n',
    );
    expect(csvLine([new Date(0)])).toBe('1970-01-01T00:00:00.000Z\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =cmd', '\r=1', '|calc', '＝1+1', '＠SUM(A1)', '\u200b=1', '\0=1'])(
    'makes text of %j, which a spreadsheet would run',
    (hostile) => {
      expect(csvLine([hostile])).toMatch(/^"?'/);
    },
  );

  it('leaves numbers alone, also those below zero', () => {
    expect(csvLine([-5, -7n])).toBe('-5,-7\r\n');
  });
});

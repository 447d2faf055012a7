import { describe, expect, it } from 'vitest';
import { indexesOf, placesOf, rowAt, rowsFor } from './row-window.ts';

const rows = Array.from({ length: 1000 }, (_, index) => ({ height: index % 2 === 0 ? 2 : 3 }));
const places = placesOf(rows, 16);

describe('placesOf', () => {
  it('puts every row below the one before it', () => {
    expect([...placesOf(rows.slice(0, 3), 10)]).toEqual([0, 20, 50, 70]);
  });
});

describe('rowAt', () => {
  it('finds the row of a place, its upper edge included', () => {
    expect(rowAt(places, 0)).toBe(0);
    expect(rowAt(places, 31)).toBe(0);
    expect(rowAt(places, 32)).toBe(1);
    for (let index = 0; index < rows.length; index += 1) expect(rowAt(places, places[index]!)).toBe(index);
  });

  it('gives the nearest row of a place beyond the rows', () => {
    expect(rowAt(places, -100)).toBe(0);
    expect(rowAt(places, 1e9)).toBe(999);
  });
});

describe('rowsFor', () => {
  it('has every row that is seen, at whatever place', () => {
    for (let offset = 0; offset < places.at(-1)!; offset += 37) {
      const { first, last } = rowsFor(places, { offset, height: 600 });
      expect(places[first]).toBeLessThanOrEqual(offset);
      expect(places[last + 1]).toBeGreaterThanOrEqual(Math.min(offset + 600, places.at(-1)!));
    }
  });

  it('stays the same for most steps of a scroll', () => {
    const ranges = new Set<string>();
    for (let offset = 8000; offset < 8000 + 800; offset += 8)
      ranges.add(JSON.stringify(rowsFor(places, { offset, height: 600 })));
    expect(ranges.size).toBeLessThanOrEqual(12);
  });

  it('has few rows however long the list', () => {
    const { first, last } = rowsFor(places, { offset: 20_000, height: 600 });
    expect(last - first).toBeLessThan(600 / 32 + 16);
  });

  it('is nothing for a list without rows or without a height', () => {
    expect(indexesOf(rowsFor(placesOf([], 16), { offset: 0, height: 600 }), -1)).toEqual([]);
    expect(indexesOf(rowsFor(places, { offset: 0, height: 0 }), 7)).toEqual([]);
  });
});

describe('indexesOf', () => {
  it('keeps the row that is always there, in order', () => {
    expect(indexesOf({ first: 4, last: 6 }, 5)).toEqual([4, 5, 6]);
    expect(indexesOf({ first: 4, last: 6 }, 1)).toEqual([1, 4, 5, 6]);
    expect(indexesOf({ first: 4, last: 6 }, 9)).toEqual([4, 5, 6, 9]);
    expect(indexesOf({ first: 4, last: 6 }, -1)).toEqual([4, 5, 6]);
  });
});

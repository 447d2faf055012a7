import { describe, expect, it } from 'vitest';
import { offsetToStay, type ListRow } from './stay-in-place.ts';

const rows = (...heights: number[]): ListRow[] => heights.map((height, index) => ({ key: `r${index}`, height }));
const ten = (height: number) => rows(...Array.from({ length: 10 }, () => height));
const look = (offset: number, fields = {}) => ({ offset, height: 100, current: undefined, ...fields });

describe('offsetToStay', () => {
  it('keeps the first row that begins on the screen where it is when rows before it change their heights', () => {
    // r3 begins 5 below the upper edge.
    expect(offsetToStay(ten(40), ten(20), look(115))).toBe(55);
    expect(offsetToStay(ten(40), ten(70), look(115))).toBe(205);
  });

  it('keeps the current row where it is as long as it is on the screen', () => {
    expect(offsetToStay(ten(40), ten(20), look(120, { current: 'r5' }))).toBe(20);
    expect(offsetToStay(ten(40), ten(20), look(120, { current: 'r1' }))).toBe(60);
    expect(offsetToStay(ten(40), ten(20), look(120, { current: 'r9' }))).toBe(60);
  });

  it('keeps the first row on the screen when others come or go, with any current row', () => {
    const without = (...keys: string[]) => ten(40).filter(({ key }) => !keys.includes(key));
    expect(offsetToStay(ten(40), without('r0', 'r1', 'r5'), look(120, { current: 'r4' }))).toBe(40);
    expect(offsetToStay(without('r0', 'r1', 'r5'), ten(40), look(40, { current: 'r4' }))).toBe(120);
  });

  it('shows the nearest row before one that is gone', () => {
    const left = ten(40).filter(({ key }) => key === 'r0' || key === 'r1');
    expect(offsetToStay(ten(40), left, look(165))).toBe(40);
  });

  it('stays at the beginning, and where nothing is left that was there', () => {
    expect(offsetToStay(ten(40), [{ key: 'new', height: 90 }, ...ten(40)], look(0))).toBe(0);
    expect(offsetToStay(ten(40), [{ key: 'new', height: 90 }], look(165))).toBe(165);
    expect(offsetToStay([], ten(40), look(165))).toBe(165);
  });

  it('stays within a row that is higher than the screen, and at its beginning when it is closed', () => {
    const open = rows(40, 40, 500, 40);
    expect(offsetToStay(open, rows(20, 20, 520, 40), look(280))).toBe(240);
    expect(offsetToStay(open, rows(40, 40, 40, 40), look(280))).toBe(80);
  });

  it('stays at the end of the last row', () => {
    expect(offsetToStay(rows(40, 500), rows(20, 500), look(400))).toBe(380);
  });
});

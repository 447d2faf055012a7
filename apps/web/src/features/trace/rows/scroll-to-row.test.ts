import { describe, expect, it } from 'vitest';
import { offsetToShow } from './scroll-to-row.ts';

const view = { offset: 1000, height: 530, head: 30 };

describe('offsetToShow', () => {
  it('does not move a list whose row is seen as a whole', () => {
    expect(offsetToShow({ start: 1000, end: 1040 }, view, 'nearest')).toBeUndefined();
    expect(offsetToShow({ start: 1460, end: 1500 }, view, 'nearest')).toBeUndefined();
  });

  it('shows a row above or below, and a little beyond it', () => {
    expect(offsetToShow({ start: 990, end: 1030 }, view, 'nearest')).toBe(960);
    expect(offsetToShow({ start: 1461, end: 1501 }, view, 'nearest')).toBe(1031);
  });

  it('never scrolls before the beginning', () => {
    expect(offsetToShow({ start: 10, end: 50 }, view, 'nearest')).toBe(0);
    expect(offsetToShow({ start: 10, end: 50 }, view, 'middle')).toBe(0);
  });

  it('shows the beginning of a row that is higher than the list', () => {
    expect(offsetToShow({ start: 2000, end: 2900 }, view, 'nearest')).toBe(2000);
  });

  it('puts a row into the middle of what the head leaves', () => {
    const offset = offsetToShow({ start: 3000, end: 3040 }, view, 'middle')!;
    const above = 3000 - offset;
    const below = offset + view.height - view.head - 3040;
    expect(above).toBe(below);
  });
});

import { describe, expect, it } from 'vitest';
import { moveColumn, toggleColumn } from './change-columns.ts';
import {
  columnsText,
  gridTemplate,
  parseColumns,
  resizeColumn,
  standardColumns,
  type ColumnDefinition,
} from './columns.ts';

const ALL: ColumnDefinition<'asked' | 'model' | 'cost' | 'user'>[] = [
  { id: 'asked', label: 'Asked', width: null, standard: true },
  { id: 'model', label: 'Model', width: 11, standard: true },
  { id: 'user', label: 'User', width: 8, standard: false },
  { id: 'cost', label: 'Cost', width: 15, standard: true },
];
const standard = standardColumns(ALL);
const ids = (columns: { id: string }[]) => columns.map(({ id }) => id).join(' ');

describe('columns in the address', () => {
  it('are their order and the widths that were chosen', () => {
    expect(parseColumns('cost:20,asked', ALL)).toEqual([
      { id: 'cost', width: 20 },
      { id: 'asked', width: null },
    ]);
    expect(columnsText(parseColumns('cost:20,asked', ALL)!, ALL)).toBe('cost:20,asked');
    expect(columnsText(standard, ALL)).toBeNull();
  });

  it.each(['', 'colour', 'asked,asked', 'cost:wide', 'cost:-3', 'asked,', '__proto__', 'constructor', 'cost:9999'])(
    'are none in %j',
    (text) => {
      expect(parseColumns(text, ALL)).toBeUndefined();
    },
  );

  it('are never too narrow to be found again', () => {
    expect(parseColumns('cost:0', ALL)).toEqual([{ id: 'cost', width: 2.5 }]);
    expect(resizeColumn(standard, 'cost', 900)[2]?.width).toBe(60);
  });
});

describe('changing columns', () => {
  it('shows one where it belongs, hides it again, and keeps the last', () => {
    expect(ids(toggleColumn(standard, ALL, 'user'))).toBe('asked model user cost');
    expect(ids(toggleColumn(toggleColumn(standard, ALL, 'user'), ALL, 'user'))).toBe('asked model cost');
    expect(ids(toggleColumn([{ id: 'cost', width: 1 }], ALL, 'cost'))).toBe('cost');
  });

  it('moves one by one place, and not over the edge', () => {
    expect(ids(moveColumn(standard, 'cost', -1))).toBe('asked cost model');
    expect(ids(moveColumn(standard, 'cost', 1))).toBe('asked model cost');
  });

  it('leaves no gap between the last column and the edge', () => {
    expect(gridTemplate(standard)).toBe('minmax(12rem, 1fr) 11rem 15rem');
    expect(gridTemplate([{ id: 'cost', width: 15 }])).toBe('15rem minmax(0, 1fr)');
  });
});

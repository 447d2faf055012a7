/** What the menu of columns changes. Loaded with it, after the list. Pure. */
import type { ColumnDefinition, ShownColumn } from './columns.ts';

/** Shows a column at its default position among the visible ones, or hides it; the last visible column stays. */
export function toggleColumn<Id extends string>(
  columns: readonly ShownColumn<Id>[],
  all: readonly ColumnDefinition<Id>[],
  id: Id,
): ShownColumn<Id>[] {
  if (columns.some((column) => column.id === id)) {
    return columns.length === 1 ? [...columns] : columns.filter((column) => column.id !== id);
  }
  const place = (of: Id) => all.findIndex((one) => one.id === of);
  const after = columns.findLastIndex((column) => place(column.id) < place(id));
  return columns.toSpliced(after + 1, 0, { id, width: all[place(id)]?.width ?? null });
}

export function moveColumn<Id extends string>(
  columns: readonly ShownColumn<Id>[],
  id: Id,
  by: -1 | 1,
): ShownColumn<Id>[] {
  const from = columns.findIndex((column) => column.id === id);
  const column = columns[from];
  const to = from + by;
  if (!column || to < 0 || to >= columns.length) return [...columns];
  return columns.toSpliced(from, 1).toSpliced(to, 0, column);
}

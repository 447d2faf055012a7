/** All columns of the trace list, in their default order. */
import type { ColumnDefinition } from '../columns/columns.ts';
import type { TraceSortKey } from '../../../lib/traces/trace-sort.ts';

export type ColumnId =
  | 'asked'
  | 'model'
  | 'tools'
  | 'steps'
  | 'errors'
  | 'thinking'
  | 'cost'
  | 'hidden'
  | 'duration'
  | 'session'
  | 'user'
  | 'env'
  | 'release'
  | 'service'
  | 'metadata'
  | 'tags'
  | 'age';

interface TraceColumn extends ColumnDefinition<ColumnId> {
  sort?: TraceSortKey;
  /** Numbers are aligned to the right. */
  right?: boolean;
  /** Stays when the window is too narrow for columns; the style sheet lists the same columns. */
  always?: boolean;
  /** The name in the menu, where the head is too short. */
  name?: string;
}

export const COLUMNS: readonly TraceColumn[] = [
  { id: 'asked', label: 'Input / last thought', width: null, standard: true },
  { id: 'model', label: 'Model', width: 11, standard: true },
  { id: 'tools', label: 'Tools', width: 12, standard: false },
  { id: 'steps', label: 'St.', name: 'Steps', width: 3, standard: true, sort: 'steps', right: true },
  { id: 'errors', label: 'Errors', width: 3.5, standard: false, sort: 'errors', right: true },
  { id: 'thinking', label: 'Thinking', width: 5.5, standard: false, sort: 'thinking', right: true },
  { id: 'cost', label: 'Cost', width: 15, standard: true, always: true, sort: 'cost' },
  { id: 'hidden', label: 'Hidden', width: 4, standard: true, always: true, sort: 'hidden', right: true },
  { id: 'duration', label: 'Duration', width: 5.5, standard: false, sort: 'duration', right: true },
  { id: 'session', label: 'Session', width: 8, standard: false },
  { id: 'user', label: 'User', width: 8, standard: false },
  { id: 'env', label: 'Env.', name: 'Environment', width: 7, standard: false },
  { id: 'release', label: 'Release', width: 7, standard: false },
  { id: 'service', label: 'Service', width: 8, standard: false },
  { id: 'metadata', label: 'Metadata', width: 12, standard: false },
  { id: 'tags', label: 'Tags', width: 9, standard: false },
  { id: 'age', label: 'Age', width: 3.5, standard: true, always: true, sort: 'age', right: true },
];

export const columnOf = (id: ColumnId): TraceColumn => COLUMNS.find((column) => column.id === id)!;

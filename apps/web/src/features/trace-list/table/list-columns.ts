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
  | 'scores'
  | 'checks'
  | ScoreColumnId
  | 'age';

/** The scores of one name, which is percent-encoded. */
export type ScoreColumnId = `score.${string}`;

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
  { id: 'scores', label: 'Scores', width: 12, standard: false },
  { id: 'checks', label: 'Checks', width: 14, standard: false },
  { id: 'age', label: 'Age', width: 3.5, standard: true, always: true, sort: 'age', right: true },
];

const isScoreColumn = (id: string): id is ScoreColumnId => id.startsWith('score.');

/** undefined for an id that nothing encodes to. */
export function scoreOf(id: ScoreColumnId): string | undefined {
  try {
    return decodeURIComponent(id.slice(6)) || undefined;
  } catch {
    return undefined;
  }
}

/** As many as a row can show. */
const MAX_SCORE_COLUMNS = 20;

/** All columns, with those of the scores that `ids` name before the age. */
export function columnsWith(ids: readonly string[]): readonly TraceColumn[] {
  const scores = ids.filter(isScoreColumn).slice(0, MAX_SCORE_COLUMNS);
  const named = scores.flatMap((id) => {
    const label = scoreOf(id);
    return label ? [{ id, label, width: 7, standard: false }] : [];
  });
  return COLUMNS.toSpliced(-1, 0, ...named);
}

/** All columns for the text of a URL. */
export const columnsFor = (text: string): readonly TraceColumn[] =>
  columnsWith(text.split(',').map((part) => part.split(':')[0]!));

export const columnOf = (id: ColumnId): TraceColumn => columnsWith([id]).find((column) => column.id === id)!;

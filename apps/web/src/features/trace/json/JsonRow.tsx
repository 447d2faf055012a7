// A key with its value, on one line.
import { memo } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { childrenOf, kindOf, type JsonTable } from './json-table.ts';
import { rowWords } from './json-words.ts';
import styles from './json.module.css';

interface JsonRowProps {
  id: string;
  table: JsonTable;
  row: number;
  isOpen: boolean;
  isCurrent: boolean;
  find: string;
  /** In pixels, like the height. */
  top: number;
  height: number;
}

/** Deeper rows keep this indent and show their depth. */
const MAX_INDENT = 8;

export const JsonRow = memo(function JsonRow({ table, row, find, ...drawn }: JsonRowProps) {
  const { key, value, note } = rowWords(table, row, find);
  const holds = childrenOf(table, row) > 0;
  const depth = table.depth[row] ?? 1;
  const isItem = (table.keyFrom[row] ?? -1) < 0;
  return (
    <div
      role="treeitem"
      id={drawn.id}
      data-json-row={row}
      aria-level={depth}
      aria-setsize={childrenOf(table, table.parent[row] ?? 0)}
      aria-posinset={(table.place[row] ?? 0) + 1}
      aria-expanded={holds ? drawn.isOpen : undefined}
      aria-selected={drawn.isCurrent}
      className={styles.row}
      style={{
        transform: `translateY(${drawn.top}px)`,
        height: drawn.height,
        lineHeight: `${drawn.height}px`,
        paddingInlineStart: `${Math.min(depth, MAX_INDENT) - 0.5}rem`,
      }}
    >
      <span aria-hidden className={styles.twisty}>
        {holds ? (drawn.isOpen ? '▾' : '▸') : ''}
      </span>
      {depth > MAX_INDENT && (
        <span aria-hidden className={styles.note}>
          {depth}·
        </span>
      )}
      <span className={isItem ? styles.place : styles.key}>
        <PlainText text={key} find={isItem ? undefined : find} />
      </span>
      <span className={styles.colon}>: </span>
      <span data-kind={kindOf(table, row)} className={styles.value}>
        <PlainText text={value} find={find} />
      </span>
      {note && <span className={styles.note}>{`  ${note}`}</span>}
    </div>
  );
});

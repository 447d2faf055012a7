'use client';
// Below the tree: the path of the current row, its value when one line cannot show it, and buttons that copy both.
import { Button } from '../../../components/controls/Button.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { copy } from '../../../lib/files/copy.ts';
import { exactCount } from '../../../lib/figures/format.ts';
import { prettyJson } from './pretty-json.ts';
import { scalarText, type JsonTable } from './json-table.ts';
import { copiedValue, folded, pathOf, rowWords } from './json-words.ts';
import styles from './json.module.css';

interface JsonValueProps {
  table: JsonTable;
  row: number;
  find: string;
}

/** A row can hold more than a line of the panel. */
const ONE_LINE = 40;
const MAX_SHOWN = 20_000;

export function JsonValue({ table, row, find }: JsonValueProps) {
  const whole = folded(scalarText(table, row));
  // Many attributes contain JSON as a string.
  const text = whole.length > MAX_SHOWN ? whole : prettyJson(whole);
  const shown = text.slice(0, MAX_SHOWN);
  const path = pathOf(table, row);
  return (
    <div className={styles.chosen}>
      <p className={styles.path}>
        <code title={path.length < 1000 ? path : undefined}>
          <PlainText text={shortPath(path)} />
        </code>
        <Button look="quiet" onClick={() => void copy(copiedValue(table, row), 'Value copied')}>
          Copy value
        </Button>
        <Button look="quiet" onClick={() => void copy(path, 'Path copied')}>
          Copy path
        </Button>
      </p>
      {text.length > ONE_LINE && (
        <div
          className={styles.whole}
          dir="auto"
          tabIndex={0}
          role="group"
          aria-label={`Value of ${rowWords(table, row).key}`}
        >
          <PlainText text={shown} find={find} />
        </div>
      )}
      {shown.length < text.length && (
        <p className={styles.note}>
          {exactCount(shown.length)} of {exactCount(text.length)} characters
        </p>
      )}
    </div>
  );
}

/** The end of a path is its most specific part. */
const shortPath = (path: string): string => (path.length > 200 ? `…${path.slice(-200)}` : path);

'use client';
// JSON as text or as a tree, by the user's preference. Other text, and JSON with hardly any content, is shown as text.
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, type ReactNode } from 'react';
import { Choice } from '../../../components/controls/Choice.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { signWords } from '../../../lib/text/sign-words.ts';
import { readJson } from './json-table.ts';
import { JsonTree } from './JsonTree.tsx';
import { saveJsonLook, useJsonLook, type JsonLook } from './use-json-look.ts';
import styles from './json.module.css';

interface JsonViewProps {
  /** Query key of this text, unique among all loaded ones. */
  id: readonly unknown[];
  /** The name of the text: "arguments". */
  name: string;
  /** The whole text, or its beginning. */
  text: string;
  isWhole: boolean;
  /** Loads the whole text when `text` is only its beginning. */
  load: () => Promise<string>;
  find: string;
  /** The same content as text. */
  children: ReactNode;
}

const LOOKS: readonly { value: JsonLook; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'tree', label: 'Tree' },
];

/** Includes the row of the root. So few rows read the same either way. */
const FEW_ROWS = 4;
/** With more rows the text would push everything else away, so the tree is the default. */
const MANY_ROWS = 40;

export function JsonView({ id, name, text, isWhole, load, find, children }: JsonViewProps) {
  const chosen = useJsonLook();
  const rest = useQuery({
    queryKey: ['json', ...id],
    queryFn: load,
    enabled: !isWhole && chosen === 'tree',
    staleTime: Infinity,
    // Not cached, because the text is long and its pieces are cached already.
    gcTime: 0,
  });
  const whole = isWhole ? text : rest.data;
  const table = useMemo(() => (whole === undefined ? undefined : readJson(whole)), [whole]);
  const rows = table?.from.length ?? 0;
  if (whole !== undefined && rows <= FEW_ROWS && isWhole) return children;
  const look = chosen ?? (rows > MANY_ROWS ? 'tree' : 'text');
  const looks = (
    <div className={styles.looks}>
      <Choice label={`Show the ${name} as`} value={look} options={LOOKS} onChoose={saveJsonLook} />
    </div>
  );
  if (look === 'tree' && table)
    return (
      <>
        <JsonTree key={`${id.join(' ')} ${find}`} table={table} name={name} find={find} looks={looks} />
        <Signs text={table.text} />
      </>
    );
  return (
    <>
      <div className={styles.bar}>
        {look === 'tree' && rest.isFetching && <Skeleton width="8rem" height="0.75rem" />}
        {look === 'tree' && whole !== undefined && <span>No tree: the JSON is broken, or has too many values.</span>}
        {looks}
      </div>
      {look === 'tree' && rest.error && (
        <ErrorState
          inline
          title="The rest of the text could not be loaded."
          error={rest.error}
          onRetry={() => void rest.refetch()}
        />
      )}
      {children}
    </>
  );
}

const Signs = memo(function Signs({ text }: { text: string }) {
  const words = signWords(text);
  return words && <p className={styles.note}>{words}</p>;
});

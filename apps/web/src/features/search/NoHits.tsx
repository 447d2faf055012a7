// The empty state: no query yet, or no results. Says whether hidden thinking could be the reason, and where else to
// search.
import { Button } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ALL_TIME } from '../../lib/time/time-range.ts';
import { parseFilter, withoutPart } from '../../lib/traces/trace-filter.ts';
import { FIELDS, fieldsOf, type SearchUrl, type SetSearchUrl } from './search-url.ts';
import { cappedWords, hiddenCause } from './search-words.ts';
import type { Coverage, SearchAnswer } from './use-search.ts';
import styles from './search.module.css';

interface NoHitsProps {
  url: SearchUrl;
  setUrl: SetSearchUrl;
  coverage: Coverage | undefined;
  total: SearchAnswer['total'] | undefined;
}

export function NoHits({ url: { q, range, in: fields, far }, setUrl, coverage, total }: NoHitsProps) {
  const cause = hiddenCause(coverage, fieldsOf(fields));
  const parts = parseFilter(q).filter((part) => part.condition);
  return (
    <EmptyState title={total?.capped ? 'Nothing found in the newest calls' : 'Nothing found'}>
      {total?.capped && <p>{cappedWords(total)}</p>}
      {cause && <p>{cause}</p>}
      <ul className={styles.ways}>
        {total?.readSince && far !== 1 && (
          <li>
            <LookFurther setUrl={setUrl} />
          </li>
        )}
        {parts.length > 1 &&
          parts.map((part) => (
            <li key={part.start}>
              <Button onClick={() => void setUrl({ q: withoutPart(q, part) || null })}>
                Without <code>{part.source}</code>
              </Button>
            </li>
          ))}
        {fieldsOf(fields).length < FIELDS.length && (
          <li>
            <Button onClick={() => void setUrl({ in: [...FIELDS] })}>Look in arguments and results, too</Button>
          </li>
        )}
        {range !== ALL_TIME && (
          <li>
            <Button onClick={() => void setUrl({ range: ALL_TIME })}>Look at all time</Button>
          </li>
        )}
      </ul>
    </EmptyState>
  );
}

export const LookFurther = ({ setUrl }: { setUrl: SetSearchUrl }) => (
  <Button onClick={() => void setUrl({ far: 1 })}>Look further back (some seconds)</Button>
);

const EXAMPLES = ['"must have changed"', 'refund -test', 'unsure status:error', 'retry tool:update_order'] as const;

export function StartHere({ setUrl, hasFilter }: { setUrl: SetSearchUrl; hasFilter: boolean }) {
  return (
    <EmptyState title={hasFilter ? 'Add a word to look for' : 'What did the model think?'}>
      <p>
        {hasFilter
          ? 'The filter selects calls; a word or a "phrase" is searched in their thoughts, preambles and answers.'
          : 'Words and "phrases" find the thoughts that contain all of them, with the call that each led to. A minus before a word leaves out what has it.'}
      </p>
      {!hasFilter && (
        <ul className={styles.ways}>
          {EXAMPLES.map((example) => (
            <li key={example}>
              <Button onClick={() => void setUrl({ q: example })}>
                <code>{example}</code>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}

'use client';
// The query with its options, and what the user has to know before trusting the hits.
import { useState } from 'react';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeSelect } from '../../components/filter/RangeSelect.tsx';
import { isRange } from '../../lib/time/time-range.ts';
import { SearchControls } from './SearchControls.tsx';
import type { SearchUrl, SetSearchUrl } from './search-url.ts';
import styles from './search.module.css';

interface SearchHeadProps {
  url: SearchUrl;
  setUrl: SetSearchUrl;
  /** The number of hits in words; undefined while it is not known. */
  total: string | undefined;
  /** Says what the search cannot find. */
  warning: string | undefined;
}

export function SearchHead({ url, setUrl, total, warning }: SearchHeadProps) {
  /** On a phone the options are behind a button. */
  const [showsOptions, setShowsOptions] = useState(false);
  return (
    <>
      <FilterBar
        value={url.q}
        onChange={(q) => void setUrl({ q: q || null, far: null })}
        label="Search in thoughts, messages and actions"
        placeholder="Type words or a “phrase”, or pick a filter"
        slim
      >
        <RangeSelect range={url.range} onChange={(range) => void setUrl({ range })} />
        <button
          type="button"
          className={styles.options}
          aria-expanded={showsOptions}
          aria-controls="search-options"
          onClick={() => setShowsOptions(!showsOptions)}
        >
          Options
        </button>
        <p role="status" className={styles.total}>
          {total ?? ' '}
        </p>
      </FilterBar>
      {!isRange(url.range) && (
        <p role="status" className={styles.problem}>
          “{url.range}” is no range of time: all of it is searched. Write 24h, 7d, or two dates as
          2026-11-01..2026-11-08.
        </p>
      )}
      <div id="search-options" className={styles.head} data-shown={showsOptions || undefined}>
        <SearchControls url={url} setUrl={setUrl} />
      </div>
      {warning && (
        <p className={styles.warning} data-whole={showsOptions || undefined} title={warning}>
          <span aria-hidden>⚠ </span>
          {warning}
        </p>
      )}
    </>
  );
}

/** For tests: reads `/metrics` as Prometheus does, with a third-party parser. */
import { createRequire } from 'node:module';

interface Family {
  name: string;
  metrics: { labels?: Record<string, string>; value: string }[];
}

/** The package has no types. */
const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as (text: string) => Family[];

export interface Scrape {
  text: string;
  /** Names that a query can use; for a histogram `…_bucket`, `…_sum` and `…_count`. */
  names: ReadonlySet<string>;
  /** Sums all series with these labels. Throws when there is no such metric. */
  value(name: string, labels?: Record<string, string>): number;
  /** Every value of every label. */
  labelValues: ReadonlySet<string>;
}

/** Throws when the status is not 200 or the body is not in the text format. */
export async function scrape(url: string, headers: Record<string, string> = {}): Promise<Scrape> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  if (!response.headers.get('content-type')?.startsWith('text/plain; version=0.0.4'))
    throw new Error(`This is no text of Prometheus: ${response.headers.get('content-type')}`);
  return read(text);
}

export function read(text: string): Scrape {
  // The parser drops the labels of histograms, so their series are parsed separately and grouped by name.
  const families = Map.groupBy(parse(text.replace(/^# TYPE \S+ (histogram|summary)$/gm, '')), ({ name }) => name);
  const samplesOf = (found: readonly Family[]) => found.flatMap(({ metrics }) => metrics);
  const samples = samplesOf([...families.values()].flat());
  return {
    text,
    names: new Set(families.keys()),
    labelValues: new Set(samples.flatMap(({ labels }) => Object.values(labels ?? {}))),
    value(name, labels = {}) {
      const family = families.get(name);
      if (family === undefined) throw new Error(`There is no metric ${name}.`);
      const matching = samplesOf(family).filter((sample) =>
        Object.entries(labels).every(([label, value]) => sample.labels?.[label] === value),
      );
      return matching.reduce((sum, { value }) => sum + Number(value), 0);
    },
  };
}

/** Returns the metrics that a dashboard or rule file uses, limited to names that begin with one of `prefixes`. */
export function namesUsed(text: string, prefixes: readonly string[]): string[] {
  const names = new Set(text.match(/\b(subtext|process|nodejs)_[a-z0-9_]+\b/g));
  return [...names].filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import packageInfo from '../package.json' with { type: 'json' };
import { Counter, Histogram, processRegistry } from './index.ts';
import { read } from './testing/scrape.ts';

it('has the figures of the process, and is text that another parser reads', async () => {
  const register = processRegistry('ingest');
  new Counter({ name: 'counted_total', help: 'x', labelNames: ['of'], registers: [register] }).inc({ of: '"\\\n' }, 3);
  const observed = new Histogram({ name: 'took_seconds', help: 'x', buckets: [1], registers: [register] });
  observed.observe(0.5);
  observed.observe(2);
  const found = read(await register.metrics());
  expect(found.value('subtext_build_info', { component: 'ingest', version: packageInfo.version })).toBe(1);
  expect(found.value('counted_total', { of: '"\\\n' })).toBe(3);
  expect(found.value('took_seconds_count')).toBe(2);
  expect(found.value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(found.value('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6);
  const started = found.value('process_start_time_seconds') * 1000;
  expect(Math.abs(started - performance.timeOrigin)).toBeLessThan(60_000);
  expect(found.names.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
});

it('has a dashboard that Grafana can import', async () => {
  const file = new URL('../../../docs/grafana/subtext.json', import.meta.url);
  const dashboard = JSON.parse(await readFile(file, 'utf8')) as {
    schemaVersion: number;
    templating: { list: { name: string; type: string; query: unknown }[] };
    panels: { id: number; type: string; datasource?: { uid: string }; targets?: { expr: string }[] }[];
  };
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
  expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const charts = dashboard.panels.filter(({ type }) => type !== 'row');
  expect(charts.length).toBeGreaterThan(15);
  // Charts use the data source of the installation that imports them.
  for (const { datasource, targets } of charts) {
    expect(datasource?.uid).toBe('${datasource}');
    expect(targets?.every(({ expr }) => expr.includes('$instance'))).toBe(true);
  }
});

it('is one for each caller', async () => {
  const [first, second] = [1, 2].map(() => processRegistry('web'));
  new Counter({ name: 'counted_total', help: 'x', registers: [first!] }).inc();
  expect(await second!.metrics()).not.toContain('counted_total');
});

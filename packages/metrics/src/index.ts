/**
 * What ingest and the web app share to serve `/metrics`: a registry with the metrics of the process, and the rule
 * that decides which clients may read it.
 */
export { readMetricsAccess, METRICS_TOKEN, type MetricsAccess, type MetricsRequest } from './access.ts';
export { poolGauges, type PoolFigures } from './pool-gauges.ts';
export { processRegistry, Counter, Gauge, Histogram, METRICS_CONTENT_TYPE, type Registry } from './registry.ts';

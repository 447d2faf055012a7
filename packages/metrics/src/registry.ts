/**
 * A Prometheus registry with the metrics that every Subtext process has: build, memory, event loop, garbage collection.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import packageInfo from '../package.json' with { type: 'json' };

export { Counter, Gauge, Histogram, type Registry };

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * Returns a new registry for each call. Event loop metrics are those of the thread that calls this; memory and CPU are
 * those of the whole process.
 */
export function processRegistry(component: 'ingest' | 'web'): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'subtext_build_info',
    help: 'Always 1; its labels say what runs.',
    labelNames: ['component', 'version', 'node_version'],
    registers: [register],
  }).set({ component, version: packageInfo.version, node_version: process.version }, 1);
  return register;
}

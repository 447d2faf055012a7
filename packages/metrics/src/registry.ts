/** A registry of Prometheus with what every process of ours has: build, memory, event loop, garbage collection. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import packageInfo from '../package.json' with { type: 'json' };

export { Counter, Gauge, Histogram, type Registry };

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * A registry of its own for each caller. Figures of the event loop are those of the thread that calls this; memory and CPU are those of the whole
 * process.
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

/** Gauges for how busy the database connections are, with the same names in every process. */
import { Gauge, type Registry } from '@prometheus-io/client';

export interface PoolFigures {
  size: number;
  inUse: number;
  waiting: number;
}

/** Creates the gauges `subtext_<component>_database_pool_…`. Call the returned function to set them for a `pool`. */
export function poolGauges(register: Registry, component: string): (pool: string, figures: PoolFigures) => void {
  const gauge = (name: string, help: string) => {
    const full = `subtext_${component}_database_pool_${name}`;
    return new Gauge({ name: full, help, labelNames: ['pool'], registers: [register] });
  };
  const size = gauge('size', 'Connections to the database that are open or being opened.');
  const inUse = gauge('in_use', 'Of those, at work.');
  const waiting = gauge('waiting', 'Statements and transactions that wait for a connection.');
  return (pool, figures) => {
    size.set({ pool }, figures.size);
    inUse.set({ pool }, figures.inUse);
    waiting.set({ pool }, figures.waiting);
  };
}

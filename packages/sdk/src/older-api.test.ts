/** An application whose copy of OpenTelemetry's API is older than ours: what it registered is out of our sight. */
import { expect, it } from 'vitest';
import { troubles } from './report.ts';
import { loadTracer } from './tracing.ts';

const MEETING_PLACE = Symbol.for('opentelemetry.js.api.1');

it('is told which version to install', async () => {
  Object.assign(globalThis, { [MEETING_PLACE]: { version: '1.9.0', trace: { getTracer: () => undefined } } });
  await loadTracer();
  expect(troubles().get('older api')).toBe(1);
});

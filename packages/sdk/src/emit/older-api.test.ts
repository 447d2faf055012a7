/** An application with an older copy of the OpenTelemetry API than the SDK's: the SDK cannot read its registrations. */
import { expect, it } from 'vitest';
import { troubles } from '../platform/report.ts';
import { loadTracer } from './tracing.ts';

const MEETING_PLACE = Symbol.for('opentelemetry.js.api.1');

it('gets a warning that names the version to install', async () => {
  Object.assign(globalThis, { [MEETING_PLACE]: { version: '1.9.0', trace: { getTracer: () => undefined } } });
  await loadTracer();
  expect(troubles().get('older api')).toBe(1);
});

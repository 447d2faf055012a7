/** An application with an older copy of the OpenTelemetry API than the SDK's: the SDK cannot read its registrations. */
import { expect, it, vi } from 'vitest';
import { troubles } from '../platform/report.ts';
import { loadTracer } from './tracing.ts';

const MEETING_PLACE = Symbol.for('opentelemetry.js.api.1');

it('gets a warning that names the version to install', async () => {
  Object.assign(globalThis, { [MEETING_PLACE]: { version: '1.9.0', trace: { getTracer: () => undefined } } });
  await loadTracer();
  expect(troubles().get('older api')).toBe(1);
});

it('records nevertheless when there is a key', async () => {
  Object.assign(process.env, { SUBTEXT_API_KEY: 'sbtx_live_test', SUBTEXT_URL: 'http://127.0.0.1:9' });
  vi.resetModules();
  const { loadTracer: loadAgain, ownsProvider } = await import('./tracing.ts');
  const span = (await loadAgain()).startSpan('of the SDK');
  expect([ownsProvider(), span.isRecording()]).toEqual([true, true]);
});

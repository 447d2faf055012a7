/** Loading packages blocks the caller's thread, so the first span loads only those that it needs. */
import { afterEach, expect, it, vi } from 'vitest';
import { prepareProvider } from './node-provider.ts';

const nodeSdk = vi.hoisted(() => ({ isLoaded: false }));
/** The real module; only its loading is noted. */
vi.mock('@opentelemetry/sdk-node', (original) => {
  nodeSdk.isLoaded = true;
  return original();
});

afterEach(() => vi.unstubAllEnvs());

it('does not load sdk-node, which takes longer than a call, unless a variable needs it', async () => {
  await prepareProvider({ url: 'http://127.0.0.1:1' });
  expect(nodeSdk.isLoaded).toBe(false);
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_on');
  await prepareProvider({ url: 'http://127.0.0.1:1' });
  expect(nodeSdk.isLoaded).toBe(true);
});

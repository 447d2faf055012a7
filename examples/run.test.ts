import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openSink } from './testing.ts';

interface Outcome {
  code: number;
  output: string;
  errors: string;
}

/** Runs the runner in a separate process without any provider's key in its environment. */
function runExamples(parameters: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const env = { PATH: process.env.PATH, SUBTEXT_API_KEY: 'sbtx_live_test', ...environment };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [new URL('run.ts', import.meta.url).pathname, ...parameters],
      { env },
      (error, output, errors) => {
        resolve({ code: Number(error?.code ?? 0), output, errors });
      },
    );
  });
}

describe('node examples/run.ts', () => {
  it('runs all agents on the scripted provider, prints that, and ends with the number of traces', async () => {
    const sink = await openSink();
    const { code, output } = await runExamples(['--pace', '0'], { SUBTEXT_URL: sink.url });
    await sink.close();
    expect(output).toContain('scripted provider: no key in the environment');
    expect(output.trimEnd().split('\n').at(-1)).toBe('10 traces sent');
    expect(code).toBe(0);
    expect(sink.received.length).toBeGreaterThan(1);
  });

  it('runs only the agents that are named', async () => {
    const sink = await openSink();
    const { output } = await runExamples(['triage', '--pace', '0'], { SUBTEXT_URL: sink.url });
    await sink.close();
    expect(output).toContain('1 trace sent');
    expect(output).not.toContain('refund');
  });

  it.each([
    [401, /does not know the key in SUBTEXT_API_KEY/],
    [503, /takes no traces now: 503/],
  ])('ends with a sentence when ingest answers %i, before any agent runs', async (status, sentence) => {
    const sink = await openSink(status);
    const { code, output, errors } = await runExamples([], { SUBTEXT_URL: sink.url });
    await sink.close();
    expect(errors).toMatch(sentence);
    expect(output).toBe('');
    expect(code).toBe(1);
  });

  it('prints how to start Subtext when nothing listens', async () => {
    const sink = await openSink();
    await sink.close();
    const { code, errors } = await runExamples([], { SUBTEXT_URL: sink.url });
    expect(errors).toContain('Start it with "npm start"');
    expect(code).toBe(1);
  });

  it('prints its help, and what it did not understand', async () => {
    expect(await runExamples(['--help'])).toMatchObject({ code: 0, output: expect.stringContaining('refund') });
    expect(await runExamples(['refnd'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('no agent "refnd"'),
    });
    expect(await runExamples(['--pace', 'fast'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('--pace must be a number'),
    });
  });
});

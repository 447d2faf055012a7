/**
 * The package as users get it: packed, checked, installed outside the repository, and used by applications of every
 * kind.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EdgeVM } from '@edge-runtime/vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.ts';
import { CLAIMS, CONTEXT_CLAIM, TRACE_CLAIM } from './claims.ts';
import { folderOf, installApp, pack, runHere, type Packed } from './package.ts';
import { ANSWER, startLoopback, type Loopback } from './received.ts';

const run = promisify(execFile);
const MAX_UNPACKED_BYTES = 3e6;
const REQUIRED_FILES = ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.cjs', 'dist/OPENTELEMETRY-API-LICENSE'];
/** The chunks of tsdown.lazy.ts. */
const LAZY = ['outgoing', 'reading', 'fork', 'exporting', 'thread', 'sockets'];
let packed: Packed;
let app: string;
let loopback: Loopback;

beforeAll(async () => {
  packed = await pack();
  [app, loopback] = await Promise.all([installApp(packed, ['openai']), startLoopback()]);
});
afterAll(async () => {
  await packed?.remove();
  await loopback?.close();
});

/** Runs Node in the application's folder; returns its output. */
async function node(...parameters: string[]): Promise<string> {
  const { PATH = '' } = process.env;
  const { where } = loopback;
  const env = { PATH, WHERE: JSON.stringify(where), SUBTEXT_URL: where.subtextUrl };
  const { stdout, stderr } = await run(process.execPath, parameters, { cwd: app, env });
  return stdout + stderr;
}

/** The claims that do not hold for an agent run. */
function broken(output: string): string[] {
  const said = JSON.parse(output) as Record<string, unknown>;
  const spans = loopback.takeSpans();
  return CLAIMS.filter(({ holds }) => !holds(said, spans)).map(({ title }) => title);
}

describe('the package', () => {
  it('has correct types that every resolver finds', async () => {
    await runHere('attw', [packed.tarball]);
  });

  it('has an entry for each mode of loading it', async () => {
    await runHere('publint', ['--strict', packed.tarball]);
  });

  it('contains what is needed and at most 3 MB', () => {
    console.log(`@subtext/sdk, unpacked: ${(packed.unpackedBytes / 1e6).toFixed(2)} MB`);
    expect(packed.unpackedBytes).toBeLessThan(MAX_UNPACKED_BYTES);
    expect(packed.files).toEqual(expect.arrayContaining(REQUIRED_FILES));
    expect(
      packed.files.filter((path) => !/^(?:dist|register|evidence)\/|^[A-Z]+(?:\.md)?$|^package\.json$/.test(path)),
    ).toEqual([]);
  });
});

describe('an application in Node', () => {
  it('imports it', async () => {
    expect(broken(await node('esm.mjs'))).toEqual([]);
  });

  it('requires it', async () => {
    expect(broken(await node('cjs.cjs'))).toEqual([]);
  });

  it('has one state when it does both', async () => {
    expect(broken(await node('both.mjs'))).toEqual([]);
  });

  it.each(['--import', '--require'])('is observed by %s without a change of its code', async (flag) => {
    expect(await node(flag, '@subtext/sdk/register', 'global-fetch.mjs')).toBe(`${ANSWER}\n`);
    expect(loopback.takeSpans().filter(({ name }) => name.startsWith('chat '))).toHaveLength(1);
  });

  it('is read in a separate thread when it makes many calls, and loses nothing', async () => {
    const [files, calls] = JSON.parse(await node('busy.mjs')) as [string[], number];
    expect(files).toEqual(['subtext-ledger-thread.cjs']);
    expect(loopback.takeSpans().filter(({ name }) => name === 'chat fetch-model')).toHaveLength(calls);
  }, 60_000);

  it('loads nothing of OpenTelemetry until a span is needed', async () => {
    const loaded = `require('@subtext/sdk'); console.log(Object.keys(require.cache).join('\\n'))`;
    const files = (await node('--eval', loaded)).trim().split('\n');
    expect(files).toContainEqual(expect.stringMatching(/sdk\/dist\/index\.cjs$/));
    expect(files.filter((path) => path.includes('@opentelemetry'))).toEqual([]);
  });

  it('can create spans by the provider that the SDK registers, with a tracer that is older', async () => {
    expect(await node('registered.cjs')).toBe('');
    const names = loopback.takeSpans().map(({ name }) => name);
    expect(names).toEqual(['chat fetch-model', 'of the application']);
  });

  it('loads what reads answers, sends spans and builds requests only when that is needed', async () => {
    const stages = JSON.parse(await node('parts.mjs')) as Record<string, string[]>;
    const lazyIn = (files: string[] = []) => LAZY.filter((part) => files.some((file) => file.startsWith(`${part}-`)));
    expect(stages.imported).toContain('index.cjs');
    expect([stages.imported, stages.answered].map(lazyIn)).toEqual([[], []]);
    expect(lazyIn(stages.read)).toEqual(['reading', 'exporting']);
    expect(lazyIn(stages.replayed)).toEqual(['outgoing', 'reading', 'exporting']);
    expect(loopback.takeSpans()).toHaveLength(1);
  });

  it('checks a run and finds origins by an entry that loads nothing else', async () => {
    expect(JSON.parse(await node('evidence.mjs'))).toEqual({
      origins: [
        ['user', false],
        ['nowhere', true],
      ],
      findings: [['repeated'], ['repeated']],
      loaded: ['@subtext/sdk/dist/evidence.cjs'],
    });
    const loaded = `require('@subtext/sdk'); console.log(Object.keys(require.cache).join('\\n'))`;
    expect(await node('--eval', loaded)).not.toContain('evidence');
  });

  it('is observed from a bundle', async () => {
    const { code } = await bundle(join(app, 'esm.mjs'), ['node'], 'esm');
    await writeFile(join(app, 'bundled.mjs'), code);
    expect(broken(await node('bundled.mjs'))).toEqual([]);
  });
});

describe('TypeScript', () => {
  it.each([
    ['node16', 'module'],
    ['node16', 'commonjs'],
    ['bundler', 'module'],
  ])(
    'accepts an application with moduleResolution %s, in %s',
    async (moduleResolution, kind) => {
      const file = kind === 'module' ? 'consumer.mts' : 'consumer.cts';
      const module = moduleResolution === 'node16' ? 'node16' : 'esnext';
      await cp(join(app, 'consumer.ts'), join(app, file));
      const compilerOptions = {
        module,
        moduleResolution,
        strict: true,
        noEmit: true,
        lib: ['es2024', 'dom'],
        types: [],
      };
      await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      const reported = await node(join(folderOf('typescript'), 'bin/tsc')).catch(
        (error: { stdout: string }) => error.stdout,
      );
      expect(reported).toBe('');
    },
    60_000,
  );
});

describe('an edge runtime', () => {
  const bundled = () => bundle(join(app, 'edge-function.mjs'), ['edge-light', 'worker', 'browser'], 'iife');

  it('needs nothing of Node', async () => {
    expect((await bundled()).imports).toEqual([]);
    expect(await readFile(join(app, 'node_modules/@subtext/sdk/dist/edge.js'), 'utf8')).not.toMatch(
      /(?:from|import|require\() ?\(?["']node:/,
    );
  });

  /** Runs the agent in a runtime with these globals on top of the standard ones of the web. */
  async function runEdge(globals: object): Promise<string> {
    const { code } = await bundled();
    const vm = new EdgeVM({ initialCode: code, extend: (context) => Object.assign(context, globals) });
    return vm.evaluate<Promise<string>>(`run(${JSON.stringify(loopback.where)})`);
  }

  it('observes, and has sent all spans when flush() resolves', async () => {
    expect(broken(await runEdge({ AsyncLocalStorage }))).toEqual([]);
  });

  it('stitches by history where it has no AsyncLocalStorage', async () => {
    expect(broken(await runEdge({}))).toEqual([CONTEXT_CLAIM, TRACE_CLAIM]);
  });
});

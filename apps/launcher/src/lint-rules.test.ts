// Checks that eslint.config.js refuses what CONTRIBUTING.md forbids: a rule that never fires looks the same as a clean
// tree.
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const eslint = new ESLint({ cwd: root });

/** Rules broken by `code` if it stood in `file` (which need not exist). */
async function brokenRules(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  const used = result?.messages.filter((message) => message.ruleId !== '@typescript-eslint/no-unused-vars') ?? [];
  return used.map((message) => message.ruleId ?? message.message);
}

const importing = (source: string): string => `import { value } from '${source}';\nexport const used = value;\n`;
const importingType = (source: string): string =>
  `import type { Value } from '${source}';\nexport type Used = Value;\n`;

describe('the direction of imports', () => {
  it.each([
    ['reasoning uses the file system', 'packages/reasoning/src/parts/part.ts', importing('node:fs')],
    ['reasoning uses the database', 'packages/reasoning/src/parts/part.ts', importing('@subtext/db')],
    ['the rows of a trace use the database', 'packages/trace/src/rows/span-record.ts', importing('@subtext/db')],
    ['evidence uses the database', 'packages/evidence/src/origins/origins-of.ts', importing('@subtext/db')],
    ['usage uses the readers', 'packages/reasoning/src/usage/x.ts', importing('../readers/index.ts')],
    ['parts use attribution', 'packages/reasoning/src/parts/x.ts', importing('../attribution/attribution.ts')],
    ['readers use the wire', 'packages/reasoning/src/readers/openai/x.ts', importing('../../wire/span-codec.ts')],
    ['outgoing uses the index', 'packages/reasoning/src/outgoing/x.ts', importing('../index.ts')],
    [
      'a format of replay uses its root',
      'packages/reasoning/src/outgoing/replay/formats/x.ts',
      importing('../admit.ts'),
    ],
    [
      'what formats share uses a format',
      'packages/reasoning/src/outgoing/replay/common/x.ts',
      importing('../formats/index.ts'),
    ],
    [
      'the rules of a provider use the list of families',
      'packages/reasoning/src/outgoing/reasoning-request/providers/x.ts',
      importing('../families.ts'),
    ],
    [
      'replay uses reasoning requests',
      'packages/reasoning/src/outgoing/replay/x.ts',
      importing('../reasoning-request/index.ts'),
    ],
    [
      'a reader uses a format of replay',
      'packages/reasoning/src/readers/x.ts',
      importing('../outgoing/replay/index.ts'),
    ],
    ['reasoning reaches into the sdk', 'packages/reasoning/src/parts/part.ts', importing('../../sdk/src/observe.ts')],
    ['the sdk runs code of a client', 'packages/sdk/src/observe/observe.ts', importing('openai')],
    ['the sdk uses the database', 'packages/sdk/src/observe/observe.ts', importing('@subtext/db')],
    ['the tap uses the conversation', 'packages/sdk/src/tap/x.ts', importing('../conversation/recorder.ts')],
    ['spans use the conversation', 'packages/sdk/src/emit/spans/x.ts', importing('../../conversation/ledger.ts')],
    ['the platform uses the exchange', 'packages/sdk/src/platform/x.ts', importing('../exchange/exchange.ts')],
    ['a room of the sdk uses its index', 'packages/sdk/src/observe/x.ts', importing('../index.ts')],
    ['the database uses the sdk', 'packages/db/src/client.ts', importing('@subtext/sdk')],
    ['the vocabulary knows a sender', 'packages/reasoning/src/parts/part.ts', importing('@subtext/conventions')],
    ['a convention uses the file system', 'packages/conventions/src/x.ts', importing('node:fs')],
    ['a convention uses the database', 'packages/conventions/src/x.ts', importing('@subtext/db')],
    ['a feature reads a convention', 'apps/web/src/features/trace/x.ts', importing('@subtext/conventions')],
    ['the sdk reads a convention', 'packages/sdk/src/observe.ts', importing('@subtext/conventions')],
    ['the command line uses the database', 'packages/cli/src/main.ts', importing('@subtext/db')],
    ['masking uses the database', 'packages/privacy/src/masker.ts', importing('@subtext/db')],
    ['a query uses the write path', 'packages/db/src/read/x.ts', importing('../write/write-batch.ts')],
    ['rows use the write path', 'packages/db/src/rows/x.ts', importing('../write/write-batch.ts')],
    ['ingest uses the sdk', 'apps/ingest/src/server.ts', importing('@subtext/sdk')],
    ['ingest reaches into another app', 'apps/ingest/src/server.ts', importing('../../web/src/server/trpc/trpc.ts')],
    ['ingest enters a package by a path', 'apps/ingest/src/server.ts', importing('../../../packages/db/src/client.ts')],
    ['web reaches into another app', 'apps/web/src/server/x.ts', importing('../../../ingest/src/server.ts')],
    ['a feature uses the database', 'apps/web/src/features/trace/build-tree.ts', importing('@subtext/db')],
    ['a feature uses Postgres', 'apps/web/src/features/trace/build-tree.ts', importing('postgres')],
    ['a feature uses another', 'apps/web/src/features/trace/build-tree.ts', importing('../costs/spend.ts')],
    [
      'a feature uses another by alias',
      'apps/web/src/features/trace/build-tree.ts',
      importing('@/features/costs/spend'),
    ],
    ['a text uses the panel', 'apps/web/src/features/trace/text/x.ts', importing('../panel/step-view.ts')],
    ['the panel uses the timeline', 'apps/web/src/features/trace/panel/x.ts', importing('../timeline/layout.ts')],
    ['a view uses another', 'apps/web/src/features/trace/spans/x.ts', importing('../timeline/layout.ts')],
    ['a view uses the page', 'apps/web/src/features/trace/timeline/x.ts', importing('../page/use-peek-keys.ts')],
    ['a feature uses a trace', 'apps/web/src/features/compare/x.ts', importing('../trace/time/as-of.ts')],
    ['a feature runs server code', 'apps/web/src/features/trace/build-tree.ts', importing('../../server/trpc/trpc.ts')],
    ['a component uses the database', 'apps/web/src/components/x.tsx', importing('@subtext/db')],
    ['a component uses a feature', 'apps/web/src/components/x.tsx', importing('../features/trace/TraceTree.tsx')],
    [
      'a router uses a component',
      'apps/web/src/server/routers/x.ts',
      importing('../../components/controls/Button.tsx'),
    ],
    ['a router uses a feature', 'apps/web/src/server/routers/x.ts', importing('../../features/trace/build-tree.ts')],
    [
      'the model calls of a trace use the rules of a project',
      'packages/generations/src/x.ts',
      importing('@subtext/privacy'),
    ],
    [
      'the steps of a trace use its conversation',
      'apps/web/src/server/trace/steps/x.ts',
      importing('../conversation/conversation.ts'),
    ],
    [
      'the conversation of a trace uses a procedure',
      'apps/web/src/server/trace/conversation/x.ts',
      importing('../../trpc/trpc.ts'),
    ],
    ['a route reads a payload', 'apps/web/src/app/x.ts', importing('@subtext/generations')],
    ['the launcher imports an app', 'apps/launcher/src/main.ts', importing('../../ingest/src/main.ts')],
    ['an example sees the vocabulary', 'examples/travel.ts', importing('@subtext/reasoning')],
  ])('refuses: %s', async (_what, file, code) => {
    expect(await brokenRules(file, code)).toEqual(['boundaries/dependencies']);
  });

  it.each([
    ['the sdk names a type of a client', 'packages/sdk/src/observe/observe.ts', importingType('openai')],
    ['a test of the sdk runs a client', 'packages/sdk/src/observe/observe.test.ts', importing('openai')],
    ['the sdk uses the vocabulary', 'packages/sdk/src/observe/observe.ts', importing('@subtext/reasoning')],
    ['the wire uses the readers', 'packages/reasoning/src/wire/x.ts', importing('../readers/index.ts')],
    [
      'a test of readers attributes',
      'packages/reasoning/src/readers/x.test.ts',
      importing('../attribution/choices.ts'),
    ],
    ['replay uses its formats', 'packages/reasoning/src/outgoing/replay/x.ts', importing('./formats/index.ts')],
    [
      'a provider uses the rules of its room',
      'packages/reasoning/src/outgoing/reasoning-request/providers/x.ts',
      importing('../common/rules.ts'),
    ],
    ['spans use the exchange', 'packages/sdk/src/emit/spans/x.ts', importing('../../exchange/exchange.ts')],
    ['a test of the tap observes', 'packages/sdk/src/tap/x.test.ts', importing('../observe/observe.ts')],
    ['a test of the sdk uses its testing', 'packages/sdk/src/tap/x.test.ts', importing('../testing/spans.ts')],
    ['a test of a query stores spans', 'packages/db/src/read/x.test.ts', importing('../write/write-batch.ts')],
    ['ingest reads a convention', 'apps/ingest/src/server.ts', importing('@subtext/conventions')],
    ['a router reads a convention', 'apps/web/src/server/routers/x.ts', importing('@subtext/conventions')],
    ['the database knows the rules', 'packages/db/src/projects/project-rules.ts', importing('@subtext/privacy')],
    ['ingest uses the database', 'apps/ingest/src/server.ts', importing('@subtext/db')],
    [
      'the conversation of a trace uses its model calls',
      'apps/web/src/server/trace/conversation/x.ts',
      importing('@subtext/generations'),
    ],
    ['a router uses the steps of a trace', 'apps/web/src/server/routers/x.ts', importing('../trace/steps/export.ts')],
    ['a router uses the database', 'apps/web/src/server/routers/x.ts', importing('@subtext/db')],
    [
      'the page of a trace uses a view',
      'apps/web/src/features/trace/page/x.ts',
      importing('../spans/use-span-rows.ts'),
    ],
    ['a view of a trace uses the panel', 'apps/web/src/features/trace/spans/x.ts', importing('../panel/step-view.ts')],
    ['a room of a trace uses a library', 'apps/web/src/features/trace/text/x.ts', importing('react')],
    ['a route uses a trace', 'apps/web/src/app/x.ts', importing('../features/trace/index.ts')],
    [
      'a feature uses a component',
      'apps/web/src/features/trace/x.ts',
      importing('../../components/controls/Button.tsx'),
    ],
    [
      'a feature knows types of the server',
      'apps/web/src/features/trace/x.ts',
      importingType('../../server/trpc/trpc.ts'),
    ],
    ['a component uses a scoped library', 'apps/web/src/components/x.tsx', importing('@base-ui/react/button')],
    ['a test uses a database of its own', 'apps/ingest/src/server.test.ts', importing('@subtext/db/testing')],
    ['a feature uses React', 'apps/web/src/features/trace/x.ts', importing('react')],
  ])('allows: %s', async (_what, file, code) => {
    expect(await brokenRules(file, code)).toEqual([]);
  });
});

describe('names and sizes', () => {
  const lines = (count: number): string => 'run();\n'.repeat(count);
  const inFunction = (count: number): string => `export function long(run: () => void) {\n${lines(count)}}\n`;

  it.each([
    ['export *', 'packages/db/src/index.ts', `export * from './client.ts';\n`, 'no-restricted-syntax'],
    ['a default export', 'packages/db/src/client.ts', 'export default 1;\n', 'no-restricted-syntax'],
    ['an import without an ending', 'packages/db/src/client.ts', importing('./connect'), 'no-restricted-syntax'],
    ['any', 'packages/db/src/client.ts', 'export const x: any = 1;\n', '@typescript-eslint/no-explicit-any'],
    ['four parameters', 'packages/db/src/x.ts', 'export const f = (a, b, c, d) => a + b + c + d;\n', 'max-params'],
    ['a function of 51 lines', 'packages/db/src/x.ts', inFunction(49), 'max-lines-per-function'],
    ['a component of 81 lines', 'apps/web/src/components/x.tsx', inFunction(79), 'max-lines-per-function'],
    ['a file of 401 lines', 'packages/db/src/x.ts', `const run = () => 1;\n${lines(400)}`, 'max-lines'],
    ['dialect in a comment', 'packages/db/src/x.ts', '/** Costs that are lent to a twin. */\n', 'no-warning-comments'],
    ['a type named Told', 'packages/db/src/x.ts', 'export interface Told {}\n', 'id-denylist'],
    ['a name in camelCase', 'packages/db/src/writeBatch.ts', '', 'check-file/filename-naming-convention'],
  ])('refuses %s', async (...[, file, code, rule]) => {
    expect(await brokenRules(file, code)).toContain(rule);
  });

  it('lets Next have the default exports it asks for', async () => {
    expect(await brokenRules('apps/web/src/app/page.tsx', 'export default function Page() {}\n')).toEqual([]);
  });

  it('lets a test be longer than a function', async () => {
    expect(await brokenRules('packages/db/src/x.test.ts', inFunction(60))).toEqual([]);
  });
});

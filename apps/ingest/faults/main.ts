/** `npm run faults`: the long run, one fault after the other, with a table at the end. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LONG, runFault, SHORT } from './fault.ts';
import { FAULTS } from './index.ts';
import { tableOf, pageOf, type Row } from './report.ts';
import { WEB_FAULTS } from './web/cases.ts';
import { runWebFault, WEB_LONG, WEB_SHORT } from './web/web-fault.ts';
import { webPart, webTableOf, type WebRow } from './web/web-report.ts';
import { openWebStage } from './web/web-stage.ts';

const HELP = `npm run faults [-- OPTIONS]

Does to a real ingest process and a real PostgreSQL what a bad day does, while senders keep a ledger of what was acknowledged, and compares at the
end: nothing lost, nothing doubled, every sum what its spans say. Then does to the built web app what a stranger or one client may do, while another
project works. Takes about fifteen minutes. The same faults run in npm test, shortly.

Options
  --short        as in npm test: fewer blows, shorter absences, a tenth of the clients
  --only TEXT    only faults whose name contains it
  --part PART    only those of "ingest" or of "web"
  --write        writes docs/faults.md
  --help`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    only: { type: 'string', default: '' },
    part: { type: 'string' },
    write: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const isWanted = ({ name }: { name: string }) => name.includes(values.only);

async function main(): Promise<number> {
  const rows = values.part === 'web' ? [] : await runIngest();
  const web = values.part === 'ingest' ? [] : await runWeb();
  const scale = values.short ? SHORT : LONG;
  if (rows.length > 0) console.log(`\n${tableOf(rows)}`);
  if (web.length > 0) console.log(`\n${webTableOf(web)}`);
  const part = web.length > 0 ? webPart(web, values.short ? WEB_SHORT : WEB_LONG) : '';
  if (values.write) await writeFile(join(import.meta.dirname, '../../../docs/faults.md'), pageOf(rows, scale, part));
  const outcomes = [...rows, ...web].map(({ outcome }) => outcome);
  const failed = outcomes.filter(
    (outcome) => outcome instanceof Error || (typeof outcome === 'object' && outcome.problems.length > 0),
  );
  console.log(`\n${outcomes.length - failed.length} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
}

async function runIngest(): Promise<Row[]> {
  const scale = values.short ? SHORT : LONG;
  const rows: Row[] = [];
  for (const fault of FAULTS.filter(isWanted)) {
    const reason = await fault.impossible?.();
    const startedAt = performance.now();
    const outcome = reason ?? (await runFault(fault, scale).catch((error: Error) => error));
    const row: Row = { fault, outcome, seconds: Math.round((performance.now() - startedAt) / 1000) };
    rows.push(row);
    print(tableOf([row]), outcome);
  }
  return rows;
}

/** All faults hit the same web process, as in production, so that each one shows what earlier ones left behind. */
async function runWeb(): Promise<WebRow[]> {
  const scale = values.short ? WEB_SHORT : WEB_LONG;
  const faults = WEB_FAULTS.filter(isWanted);
  if (faults.length === 0) return [];
  const stage = await openWebStage(scale);
  try {
    const rows: WebRow[] = [];
    for (const fault of faults) {
      const row = { fault, outcome: await runWebFault(stage, fault, scale).catch((error: Error) => error) };
      rows.push(row);
      print(webTableOf([row]), row.outcome);
    }
    return rows;
  } finally {
    await stage.close();
  }
}

function print(table: string, outcome: string | Error | { problems: string[] }): void {
  console.log(table.split('\n').at(-1));
  if (typeof outcome === 'string' || outcome instanceof Error) return;
  for (const problem of outcome.problems.slice(0, 10)) console.log(`    ${problem}`);
}

if (values.help) console.log(HELP);
else process.exitCode = await main();

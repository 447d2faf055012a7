/** `npm run faults`: the long run, one fault after the other, with a table at the end. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LONG, runFault, SHORT } from './fault.ts';
import { FAULTS } from './index.ts';
import { tableOf, pageOf, type Row } from './report.ts';

const HELP = `npm run faults [-- OPTIONS]

Does to a real ingest process and a real PostgreSQL what a bad day does, while senders keep a ledger of what was acknowledged, and compares at the
end: nothing lost, nothing doubled, every sum what its spans say. Takes about ten minutes. The same faults run in npm test, shortly.

Options
  --short        as in npm test: fewer blows, shorter absences, a tenth of the clients
  --only TEXT    only faults whose name contains it
  --write        writes docs/faults.md
  --help`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

async function main(): Promise<number> {
  const scale = values.short ? SHORT : LONG;
  const rows: Row[] = [];
  for (const fault of FAULTS.filter(({ name }) => name.includes(values.only))) {
    const reason = await fault.impossible?.();
    const startedAt = performance.now();
    const outcome = reason ?? (await runFault(fault, scale).catch((error: Error) => error));
    const row: Row = { fault, outcome, seconds: Math.round((performance.now() - startedAt) / 1000) };
    rows.push(row);
    console.log(tableOf([row]).split('\n').at(-1));
    if (typeof outcome === 'object' && 'problems' in outcome)
      for (const problem of outcome.problems.slice(0, 10)) console.log(`    ${problem}`);
  }
  console.log(`\n${tableOf(rows)}`);
  if (values.write) await writeFile(join(import.meta.dirname, '../../../docs/faults.md'), pageOf(rows, scale));
  const failed = rows.filter(
    ({ outcome }) => outcome instanceof Error || (typeof outcome === 'object' && outcome.problems.length > 0),
  );
  console.log(`\n${rows.length - failed.length} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
}

if (values.help) console.log(HELP);
else process.exitCode = await main();

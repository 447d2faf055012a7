// Prints what the checks say of a run, imported and required, and the files and packages that this loads.
import { createRequire } from 'node:module';
import { checkRun, indexSeen, isUnsourced, originsOf } from '@subtext/sdk/evidence';

const require = createRequire(import.meta.url);
const required = require('@subtext/sdk/evidence');
const call = { tool: 'get_order', arguments: '{"id":8812}', result: '{}', status: 'ok' };
const run = { steps: [{ calls: [call] }, { calls: [call], newUserMessage: false }] };
const seen = indexSeen([{ kind: 'user', text: 'Order 8812' }]);
const { values } = originsOf({ id: 8812, card: 'card_77f0a2' }, seen);
console.log(
  JSON.stringify({
    origins: values.map((value) => [value.origin.kind, isUnsourced(value)]),
    findings: [checkRun, required.checkRun].map((check) => check(run).findings.map((finding) => finding.check)),
    loaded: Object.keys(require.cache).map((path) => path.split('node_modules/').at(-1)),
  }),
);

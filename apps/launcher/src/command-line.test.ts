import { describe, expect, it } from 'vitest';
import { HELP } from '../preflight/help.mjs';
import { COMMANDS, readCommandLine } from './command-line.ts';
import { DEFAULT_DATA } from './paths.ts';

describe('the command line', () => {
  it('starts on the usual ports, with examples, in the checkout', () => {
    const line = readCommandLine(['start']);
    expect(line).toMatchObject({ port: 3000, ingestPort: 4318, seed: true, data: DEFAULT_DATA, help: false });
  });

  it('reads every option', () => {
    const line = readCommandLine([
      'dev',
      '--port',
      '8080',
      '--ingest-port=9000',
      '--no-seed',
      '--data',
      '/var/lib/subtext',
    ]);
    expect(line).toMatchObject({ port: 8080, ingestPort: 9000, seed: false, data: '/var/lib/subtext' });
  });

  it('reads whom a link is for', () => {
    expect(readCommandLine(['sign-in-link', '--email', 'ada@example.com']).email).toBe('ada@example.com');
    expect(readCommandLine(['sign-in-link']).email).toBeUndefined();
  });

  it.each(COMMANDS)('has help for %s', (command) => {
    expect(readCommandLine([command, '--help']).help).toBe(true);
    expect(HELP[command]).toMatch(new RegExp(`^(npm|npm run|node apps/launcher/src/main.ts) ${command}`));
  });

  it('passes on to Playwright what it does not know', () => {
    expect(readCommandLine(['e2e', 'costs.spec.ts', '--headed']).rest).toEqual(['costs.spec.ts', '--headed']);
  });

  it('names an option it does not know, and shows those it does', () => {
    expect(() => readCommandLine(['start', '--prot', '1'])).toThrow(/'--prot'[\s\S]*--port N/);
  });

  it.each(['0', '65536', '3000.5', 'web', ''])('refuses %j as a port', (port) => {
    expect(() => readCommandLine(['start', '--port', port])).toThrow('--port wants a port number');
  });

  it('names the commands there are when it is given another', () => {
    expect(() => readCommandLine(['strat'])).toThrow('Unknown command strat. There are: start, dev, test');
    expect(() => readCommandLine([])).toThrow('Unknown command (none)');
  });
});

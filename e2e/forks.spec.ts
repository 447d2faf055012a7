// A run is forked from a step by the command that its menu copies, and the new run leads back to its origin.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, expectAccessible, tabTo, test, whenInteractive } from './fixtures.ts';
import { createReadKey } from './own-project.ts';

const root = (path: string) => join(import.meta.dirname, '..', path);
const AGENT = [root('examples/run.ts'), 'review', '--scripted', '--pace', '0'];
const run = promisify(execFile);

test('a step is forked by its copied command, and the fork is compared with its origin', async ({
  page,
  context,
  own,
  system,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const env = { ...process.env, SUBTEXT_API_KEY: own.ingestKey };
  await run(process.execPath, AGENT, { env: { ...env, SUBTEXT_URL: own.ingestUrl } });
  await page.goto(`${own.path}/traces`);
  const traces = page.getByRole('grid', { name: 'Traces' });
  const origin = await traces.getByRole('link', { name: /^Please review pull request 214/ }).getAttribute('href');
  await page.goto(`${origin}?step=3`);
  const menu = page.getByRole('button', { name: 'More about step 3' });
  await whenInteractive(menu);
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy command to fork from here' }).press('Enter');
  await expect(page.getByText('Command copied: put the program of the agent behind --')).toBeVisible();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  const [, place] = /^npx subtext fork ([\da-f]{32}@3) -- node agent\.js$/.exec(command) ?? [];
  expect(place).toBeDefined();

  const slug = own.path.split('/').at(-1)!;
  const program = [root('packages/cli/src/main.ts'), 'fork', place!, '--', process.execPath, ...AGENT];
  const reading = { SUBTEXT_WEB_URL: system.webUrl, SUBTEXT_READ_KEY: await createReadKey(system, slug) };
  const { stderr } = await run(process.execPath, program, {
    env: { ...env, ...reading, SUBTEXT_URL: own.ingestUrl, SUBTEXT_FORK: '' },
  });
  expect(stderr).toContain('up to 3 recorded answers, then live.');

  await page.getByRole('button', { name: 'Download or delete the trace' }).click();
  await page.getByRole('menuitem', { name: 'Forks of this trace' }).click();
  await expect(page).toHaveURL(/q=metadata/);
  const fork = traces.getByRole('link', { name: /^Please review pull request 214/ });
  await expect(fork).toHaveCount(1);
  const forkId = /[\da-f]{32}/.exec((await fork.getAttribute('href'))!)![0];
  expect(forkId).not.toBe(place!.slice(0, 32));
  await fork.click();
  await expect(page.getByRole('treegrid', { name: 'Why timeline' })).toBeVisible();
  const link = page.getByRole('link', { name: / @ step 3$/ });
  await expect(link).toHaveText(`${place!.slice(0, 8)} @ step 3`);
  await expectAccessible(page);
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compare\?.*step=3/);
  await expect(page.getByRole('heading', { name: 'Compare two traces' })).toBeVisible();
  const sides = page.getByRole('main').getByRole('link', { name: /^Please review pull request 214/ });
  await expect(sides.first()).toHaveAttribute('href', new RegExp(place!.slice(0, 32)));
  await expect(sides.last()).toHaveAttribute('href', new RegExp(forkId));
  await expectAccessible(page);
});

// An analyst sees costs and steps on every page, and no text of a trace; the audit log says who read one.
import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';
import { openProject, type OwnProject } from './own-project.ts';

const THOUGHT = 'The parcel is in the blue drawer.';

async function storeThought({ ingestUrl, ingestKey }: OwnProject): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  expect(await send(thoughtOf(THOUGHT, 'open_drawer', traceId), { ingestUrl, key: ingestKey })).toBe(200);
  return traceId;
}

test('an analyst sees the cost and steps of a trace and none of its texts', async ({ page, session, system }) => {
  // After the session, because who signs in first owns the first project.
  expect(session).toBeDefined();
  const project = await openProject(system, { role: 'analyst' });
  const traceId = await storeThought(project);
  await page.goto(`${project.path}/traces`);
  const row = page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(1);
  await expect(row).toContainText('[not shared]');
  await row.getByRole('link').first().click();
  const timeline = page.getByRole('treegrid', { name: 'Why timeline' });
  await expect(timeline).toContainText('open_drawer');
  await expect(timeline).toContainText('[not shared]');
  await timeline.getByRole('row', { name: /^Step 1,/ }).click();
  const panel = page.getByRole('complementary', { name: /^Step 1/ });
  await panel.getByRole('tab', { name: 'Raw' }).click();
  await expect(panel).toContainText('Your role shows no texts.');
  await expect(page.getByRole('main')).not.toContainText('blue drawer');
  await expectAccessible(page);
  const names = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
  expect(names).toEqual(['Traces', 'Sessions', 'Costs', 'Releases', 'Settings']);
  for (const name of ['search', 'live', 'compare']) {
    await page.goto(`${project.path}/${name}`);
    await expect(page.getByRole('main')).toContainText('shows costs and steps, and no texts.');
  }
  await expectAccessible(page);
  for (const file of ['export', 'conversation']) {
    const answer = await page.request.get(`${project.path}/traces/${traceId}/${file}`);
    expect([answer.status(), await answer.text()]).toEqual([403, expect.stringContaining('no texts')]);
  }
  await page.goto(`${project.path}/traces?q=drawer`);
  await expect(page.getByRole('main')).toContainText('Filter by fields instead of words');
});

test('the audit log has who read the texts of a trace', async ({ page, own }) => {
  const traceId = await storeThought(own);
  await page.goto(`${own.path}/traces/${traceId}`);
  await expect(page.getByText(THOUGHT).first()).toBeVisible();
  await page.goto(`${own.path}/settings/audit`);
  await expect(page.getByRole('row', { name: /Read the texts of a trace/ })).toContainText(traceId.slice(0, 8));
});

// An owner answers an auditor: deletes everything of a user by keyboard, except for what a legal hold keeps.
import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, tabTo, test } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

test('the traces of a user are deleted by keyboard, a legal hold keeps one, and the receipt is downloaded', async ({
  page,
  own,
}) => {
  const ofUser = (user: string, session: string) =>
    traceOf({ name: 'ask', attributes: { 'user.id': user, 'session.id': session } }).body;
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  for (const [user, session] of [
    ['4711', 'kept'],
    ['4711', 'other'],
    ['4712', 'other'],
  ] as const)
    expect(await send(ofUser(user, session), to)).toBe(200);
  await page.goto(`${own.path}/settings/data`);
  const holds = page.getByRole('region', { name: 'Legal holds', exact: true });
  await expect(holds.getByText('There is no legal hold.')).toBeVisible();
  await expectAccessible(page);

  await tabTo(page, page.getByRole('button', { name: 'Place a legal hold…' }));
  await page.keyboard.press('Enter');
  const hold = page.getByRole('dialog', { name: 'Place a legal hold' });
  await hold.getByLabel('Keep').selectOption('A session');
  await expectAccessible(page);
  await hold.getByLabel('Session id').fill('kept');
  await hold.getByLabel('Reason').fill('Case 12');
  await page.keyboard.press('Enter');
  await expect(holds.getByRole('row', { name: /^Session kept/ })).toContainText(/Case 12\s*1/);

  await tabTo(page, page.getByRole('button', { name: 'Delete traces…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete traces' });
  await expect(dialog.getByLabel('User id')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Count the traces' })).toBeDisabled();
  await page.keyboard.type('4711');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('1 trace with 1 span and 0 calls');
  await expect(dialog.getByRole('status')).toContainText('1 more matching trace is kept by a legal hold.');
  const remove = dialog.getByRole('button', { name: 'Delete 1 trace' });
  await expect(remove).toBeDisabled();
  await expectAccessible(page);
  await expect(dialog.getByLabel('Type 1 to delete them')).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');

  const row = page.getByRole('region', { name: 'Deletions, table' }).getByRole('row', { name: /^User 4711/ });
  await expect(row).toContainText(/Done\s*1\s*1 \(Case 12\)\s*0/);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await tabTo(page, row.getByRole('button', { name: 'Download the receipt: User 4711' }));
  await page.keyboard.press('Enter');
  const receipt = JSON.parse(await readFile(await (await download).path(), 'utf8')) as object;
  expect(receipt).toMatchObject({
    ...{ kind: 'user', value: '4711', state: 'done', remaining: 0, digest: expect.stringMatching(/^[\da-f]{64}$/) },
    ...{ deleted: { traces: 1, spans: 1 }, held: [{ reason: 'Case 12', traces: 1 }] },
  });

  await page.goto(`${own.path}/settings/audit`);
  await expect(page.getByRole('row', { name: /Deleted traces of a request/ })).toContainText('User 4711');
  await page.goto(`${own.path}/traces?range=all`);
  await expect(page.getByText('2 traces').first()).toBeVisible();
});

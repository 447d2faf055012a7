// The rules of a project, from the page to what ingest stores.
import { expect, expectAccessible, test } from './fixtures.ts';

test('an owner tests rules, saves them, and sees them after a reload', async ({ page }) => {
  await page.goto('/p/default/settings/keys');
  await page.getByRole('link', { name: 'Capture and masking' }).click();
  await expect(page.getByText('apply to new spans only')).toBeVisible();
  await expectAccessible(page);
  const save = page.getByRole('button', { name: 'Save rules' });
  await expect(save).toBeDisabled();

  await page.getByLabel('E-mail addresses').check();
  await page.getByLabel('Names').fill('password');
  await page.getByRole('button', { name: 'Add a pattern' }).click();
  await page.getByLabel('Name', { exact: true }).fill('order');
  await page.getByLabel('Expression').fill('(');
  await page.getByLabel('A text or JSON').fill('{"password":"hunter2","to":"a@b.example","id":"ORD-12"}');
  const tryIt = page.getByRole('button', { name: 'Show what would be stored' });
  await tryIt.click();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be saved' })).toBeVisible();

  await page.getByLabel('Expression').fill('ORD-\\d+');
  await tryIt.click();
  await expect(
    page.getByText('{"password":"[masked: by name]","to":"[masked: e-mail]","id":"[masked: order]"}'),
  ).toBeVisible();
  await save.click();
  await expect(page.getByText('Rules saved.')).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel('E-mail addresses')).toBeChecked();
  await expect(page.getByLabel('Expression')).toHaveValue('ORD-\\d+');

  // Other journeys share the project.
  await page.getByLabel('E-mail addresses').uncheck();
  await page.getByLabel('Names').fill('');
  await page.getByRole('button', { name: 'Remove pattern order' }).click();
  await save.click();
  await expect(save).toBeDisabled();
});

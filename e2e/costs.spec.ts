// What hidden thinking costs: by day, by model, before each tool; and from each number to the traces behind it.
import { expect, expectAccessible, test } from './fixtures.ts';

test('the costs of the examples are shown, and a model leads to its traces', async ({ page }) => {
  await page.goto('/p/default/costs');
  await expect(page.getByRole('heading', { name: 'Spend by day' })).toBeVisible();
  await expect(page.getByRole('application').locator('.recharts-bar-rectangle').first()).toBeVisible();
  await expect(page.getByText(/has no price: .* \(mistral-large-4\)/)).toBeVisible();

  const models = page.getByRole('region', { name: 'Spend by model, table' });
  await models.getByRole('link', { name: 'gpt-5.2', exact: true }).click();
  await expect(page).toHaveURL(/\/traces\?q=model%3Agpt-5\.2/);
  await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row')).toHaveCount(2);
});

test('a tool leads to its traces, too', async ({ page }) => {
  await page.goto('/p/default/costs');
  const tools = page.getByRole('region', { name: 'Thinking paid before each tool, table' });
  await tools.getByRole('link', { name: 'update_order' }).click();
  await expect(
    page.getByRole('grid', { name: 'Traces' }).getByRole('link', { name: /^The neighbour had it/ }),
  ).toBeVisible();
});

test('tokens instead of dollars, and tables instead of charts, are in the address', async ({ page }) => {
  await page.goto('/p/default/costs');
  await page.getByRole('radio', { name: 'tokens' }).check();
  await expect(page).toHaveURL(/[?&]unit=tokens/);
  await expect(page.getByRole('term').filter({ hasText: 'Tokens' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tables' }).check();
  await expect(page).toHaveURL(/[?&]tables=/);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Tables' })).toBeChecked();
  await expect(page.getByRole('application')).toHaveCount(0);
});

test('charts and tables are accessible', async ({ page }) => {
  await page.goto('/p/default/costs');
  await expect(page.getByRole('application').locator('.recharts-bar-rectangle').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/p/default/costs?tables=true');
  await expect(page.getByRole('region', { name: 'Spend by model, table' })).toBeVisible();
  await expectAccessible(page);
});

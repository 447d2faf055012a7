// Scores and notes of a trace and of a step, given by keyboard, and those that a program sends.
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, test, whenInteractive } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

const ofTrace = (page: Page) => page.getByRole('group', { name: 'Scores of the trace' });
const ofStep = (page: Page) => page.getByRole('group', { name: 'Scores of the step' });

const event = (attributes: object[]) => ({
  name: 'gen_ai.evaluation.result',
  timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
  attributes: [{ key: 'gen_ai.evaluation.name', value: { stringValue: 'tone' } }, ...attributes],
});

/** Its one span is the root, so its evaluation is of the trace. */
async function store({ ingestUrl, ingestKey: key }: OwnProject, events: object[] = []): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const body = thoughtOf('Now get_order.', 'get_order', traceId);
  const [resourceSpans] = body.resourceSpans;
  const [span] = resourceSpans!.scopeSpans[0]!.spans;
  Object.assign(span!, { events });
  expect(await send(body, { ingestUrl, key })).toBe(200);
  return traceId;
}

test('a trace gets thumbs, a number and a note by keyboard, and they stay', async ({ page, own }) => {
  const trace = await store(own);
  await page.goto(`${own.path}/traces/${trace}`);
  const up = ofTrace(page).getByRole('button', { name: 'Thumbs up' });
  await whenInteractive(up);
  await up.press('Enter');
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await ofTrace(page).getByRole('button', { name: 'Score or note for the trace' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Scores and notes of the trace' });
  await dialog.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('quality');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0.9');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'quality 0.9' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Note');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Short.');
  await dialog.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Short.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(ofTrace(page).getByRole('button', { name: 'quality 0.9' })).toBeVisible();
  await expect(ofTrace(page).getByRole('button', { name: '1 more' })).toBeVisible();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await whenInteractive(up);
  await up.press('Enter');
  await expect(up).toHaveAttribute('aria-pressed', 'false');
});

test('a score is changed and removed in its dialog', async ({ page, own }) => {
  const trace = await store(own, [event([{ key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.5 } }])]);
  await page.goto(`${own.path}/traces/${trace}`);
  const value = ofTrace(page).getByRole('button', { name: 'tone 0.5' });
  await whenInteractive(value);
  await value.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Scores and notes of the trace' });
  await expect(dialog.getByRole('listitem')).toContainText('OTLP');
  await dialog.getByRole('button', { name: 'Change: tone 0.5' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('0.7');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText('tone 0.7');
  await dialog.getByRole('button', { name: 'Remove: tone 0.7' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.reload();
  await whenInteractive(ofTrace(page).getByRole('button', { name: 'Thumbs up' }));
  await expect(ofTrace(page).getByText('tone')).toHaveCount(0);
});

test('a step and its thought have scores of their own', async ({ page, own }) => {
  const trace = await store(own);
  await page.goto(`${own.path}/traces/${trace}?step=1`);
  const add = ofStep(page).getByRole('button', { name: 'Score or note for the step' });
  await whenInteractive(add);
  await add.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Scores and notes of the step' });
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Category');
  await dialog.getByRole('combobox', { name: 'About' }).selectOption('Its thought');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('reasoning');
  await dialog.getByRole('textbox', { name: 'Category' }).fill('sound');
  await dialog.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText('thought');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(ofStep(page).getByRole('button', { name: 'reasoning sound' })).toBeVisible();
  await expect(ofTrace(page).getByText('reasoning')).toHaveCount(0);
});

test('a score that the server refuses is taken back, and why is said', async ({ page, own }) => {
  const trace = await store(own);
  await page.goto(`${own.path}/traces/${trace}`);
  const up = ofTrace(page).getByRole('button', { name: 'Thumbs up' });
  await whenInteractive(up);
  await page.route(/scores\.set/, (route) => route.abort());
  await up.press('Enter');
  await expect(page.getByText('The score could not be saved')).toBeVisible();
  await expect(up).toHaveAttribute('aria-pressed', 'false');
});

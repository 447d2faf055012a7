import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { later } from './later.ts';

const Part = ({ name }: { name: string }) => createElement('b', null, name);

it('what has been fetched is drawn at once, with nothing in its place before', async () => {
  const Later = later(async () => Part);
  await Later.load();
  expect(renderToStaticMarkup(createElement(Later, { name: 'there' }))).toBe('<b>there</b>');
});

it('is fetched once, however often it is asked for', async () => {
  let times = 0;
  const Later = later(async () => {
    times += 1;
    return Part;
  });
  await Promise.all([Later.load(), Later.load()]);
  await Later.load();
  expect(times).toBe(1);
});

it('is fetched again after it could not be, and says nothing of that', async () => {
  let times = 0;
  const Later = later(async () => {
    times += 1;
    if (times === 1) throw new Error('The connection was lost.');
    return Part;
  });
  await expect(Later.load()).resolves.toBeUndefined();
  await Later.load();
  expect(renderToStaticMarkup(createElement(Later, { name: 'at last' }))).toBe('<b>at last</b>');
});

/**
 * Proxies that end each event with a line break and leave the blank line out, which clients that read line by line
 * never notice.
 */
import { expect, it } from 'vitest';
import { readResponse } from './index.ts';

const chunk = (delta: object) => JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta }] });
const lines = (...data: string[]) => data.map((one) => `data: ${one}\n`).join('');
const read = (body: string) => {
  const response = readResponse({ body, contentType: 'text/event-stream' });
  const parts = response?.choices[0]?.parts.map((part) => ('text' in part ? [part.kind, part.text] : part.kind));
  return { parts, incomplete: response?.incomplete };
};

it('a stream of chat is read event by event', () =>
  expect(read(lines(chunk({ reasoning: 'wh' }), chunk({ reasoning: 'y' }), chunk({ content: 'x' }), '[DONE]'))).toEqual(
    {
      parts: [
        ['reasoning', 'why'],
        ['text', 'x'],
      ],
      incomplete: false,
    },
  ));

it('one that was cut has what came whole', () =>
  expect(read(lines(chunk({ reasoning: 'why' }), chunk({ content: 'x' })).slice(0, -5))).toEqual({
    parts: [['reasoning', 'why']],
    incomplete: true,
  }));

it('and one JSON text over several lines stays one', () =>
  expect(read(`${lines(...JSON.stringify(JSON.parse(chunk({ content: 'x' })), null, 1).split('\n'))}\n`).parts).toEqual(
    [['text', 'x']],
  ));

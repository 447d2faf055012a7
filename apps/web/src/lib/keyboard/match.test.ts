import { describe, expect, it } from 'vitest';
import { isSingleKey, match, pressName, type Press } from './match.ts';

const TABLE = {
  palette: { keys: ['Mod+k'], place: 'Everywhere', does: '' },
  traces: { keys: ['g t'], place: 'Everywhere', does: '' },
  next: { keys: ['j', 'ArrowDown'], place: 'Lists', does: '' },
  thinking: { keys: ['t'], place: 'Trace', does: '' },
} as const;
const press = (key: string, modifiers: Partial<Press> = {}): string =>
  pressName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

describe('a key press', () => {
  it('is named by its character, with shift only where the character does not say it', () => {
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press('E', { shiftKey: true })).toBe('E');
    expect(press('ArrowDown', { shiftKey: true })).toBe('Shift+ArrowDown');
    expect(press(' ')).toBe('Space');
  });

  it('is Mod for Control and for Command, with and without Caps Lock', () => {
    expect(press('k', { ctrlKey: true })).toBe('Mod+k');
    expect(press('K', { metaKey: true })).toBe('Mod+k');
  });

  it('finds its command', () => {
    expect(match(TABLE, 'Mod+k')).toEqual({ id: 'palette' });
    expect(match(TABLE, 'ArrowDown')).toEqual({ id: 'next' });
    expect(match(TABLE, 'z')).toEqual({});
  });

  it('waits for the second key of a sequence, and the first key wins over a lone meaning of the second', () => {
    expect(match(TABLE, 'g')).toEqual({ pending: 'g' });
    expect(match(TABLE, 't', 'g')).toEqual({ id: 'traces' });
    expect(match(TABLE, 't')).toEqual({ id: 'thinking' });
  });

  it('starts anew when it does not continue the sequence', () => {
    expect(match(TABLE, 'j', 'g')).toEqual({ id: 'next' });
    expect(match(TABLE, 'g', 'g')).toEqual({ pending: 'g' });
  });

  it('knows which keys a person may switch off', () => {
    expect(isSingleKey('g')).toBe(true);
    expect(isSingleKey('?')).toBe(true);
    expect(isSingleKey('Mod+k')).toBe(false);
    expect(isSingleKey('ArrowDown')).toBe(false);
    expect(isSingleKey('Escape')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { dropped, opened, pressed, toggled } from './draft.ts';

describe('the keys of a command while they are changed', () => {
  it('are replaced by a press where there was one, which can still be ticked again', () => {
    const draft = pressed(opened(['x'], ['x']), 'v', undefined);
    expect(draft).toEqual({ ways: ['v'], seen: ['x', 'v'] });
    expect(toggled(draft, 'x').ways).toEqual(['v', 'x']);
  });

  it('stand beside a press where there were several', () => {
    expect(pressed(opened(['ArrowDown', 'j'], []), 'n', undefined).ways).toEqual(['ArrowDown', 'j', 'n']);
  });

  it('take two presses in a row as one way, not as two', () => {
    const draft = pressed(pressed(opened(['x'], ['x']), 'g', undefined), 'g v', 'g');
    expect(draft).toEqual({ ways: ['g v'], seen: ['x', 'g v'] });
    const several = pressed(pressed(opened(['ArrowDown', 'j'], []), 'g', undefined), 'g v', 'g');
    expect(several.ways).toEqual(['ArrowDown', 'j', 'g v']);
  });

  it('offer the default ones of a command that has none now', () => {
    const draft = opened([], ['x']);
    expect(draft).toEqual({ ways: [], seen: ['x'] });
    expect(pressed(draft, 'v', undefined).ways).toEqual(['v']);
  });

  it('lose what another command keeps', () => {
    expect(dropped(opened(['x', 'v'], []), 'v').ways).toEqual(['x']);
  });
});

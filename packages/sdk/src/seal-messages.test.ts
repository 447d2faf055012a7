/** What of a part stays beside a content that a mask has changed. */
import type { Message } from '@subtext/reasoning';
import { describe, expect, it } from 'vitest';
import { Gate } from './gate.ts';
import { sealMessages } from './seal-messages.ts';

const thought: Message = {
  role: 'assistant',
  parts: [
    {
      kind: 'reasoning',
      key: '0',
      text: 'The customer is Ada.',
      format: 'anthropic',
      field: 'thinking',
      signature: 'Eq',
      data: 'gAAA',
    },
  ],
};
const sealedBy = (mask: (value: string, where: string) => string) =>
  sealMessages(new Gate([{ run: {}, mask }]), [thought], 'gen_ai.output.messages')[0]?.parts[0];

describe('a signed thought under a mask', () => {
  it('keeps its proof while its text is the one that was signed', () => {
    expect(sealedBy((value) => value)).toMatchObject({ text: 'The customer is Ada.', signature: 'Eq', data: 'gAAA' });
  });

  it('loses it with the first character that changed: its provider would refuse the pair', () => {
    const part = sealedBy((value) => value.replace('Ada', '…'));
    expect(part).toMatchObject({ text: 'The customer is ….', signature: undefined, data: undefined });
  });
});

/** Which fields of a part stay when a mask has changed its content. */
import type { Message } from '@subtext/reasoning';
import { describe, expect, it } from 'vitest';
import { Redactor } from './redactor.ts';
import { redactMessages } from './redact-messages.ts';

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
  redactMessages(new Redactor([{ run: {}, mask }]), [thought], 'gen_ai.output.messages')[0]?.parts[0];

describe('a signed thought under a mask', () => {
  it('keeps its proof while its text is unchanged', () => {
    expect(sealedBy((value) => value)).toMatchObject({ text: 'The customer is Ada.', signature: 'Eq', data: 'gAAA' });
  });

  it('loses it when one character changed, because its provider would refuse the pair', () => {
    const part = sealedBy((value) => value.replace('Ada', '…'));
    expect(part).toMatchObject({ text: 'The customer is ….', signature: undefined, data: undefined });
  });
});

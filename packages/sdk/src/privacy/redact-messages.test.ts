/** Which fields of a part stay when a mask has changed its content, and what leaves of an image. */
import { encodeMessages, type Media, type Message } from '@subtext/reasoning';
import { describe, expect, it } from 'vitest';
import type { PrivacySettings } from './capture.ts';
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

describe('an image', () => {
  const media: Media = {
    ...{ kind: 'image', mimeType: 'image/png', bytes: 9, width: 40, height: 24, name: 'Ada.png', data: 'iVBORw0KGgo=' },
  };
  const link: Media = { kind: 'image', url: 'https://example.com/ada.png' };
  const sent: Message = {
    role: 'user',
    parts: [media, link].map((each) => ({ kind: 'other', providerType: 'image_url', media: each })),
  };
  const leaving = (settings: PrivacySettings) => {
    const redactor = new Redactor([settings]);
    const messages = redactMessages(redactor, [sent], 'gen_ai.input.messages');
    const parts = messages[0]?.parts.map((part) => (part.kind === 'other' ? part.media : undefined));
    return { parts, withheld: [...redactor.withheld], wire: encodeMessages(messages) };
  };

  it('leaves as it is where nothing is withheld', () =>
    expect(leaving({ run: {} })).toMatchObject({ parts: [media, link], withheld: [] }));

  it.each(['none', 'length'] as const)('is only its facts where texts are captured as %s', (text) => {
    const { parts, withheld, wire } = leaving({ run: { capture: { text } } });
    expect(parts).toMatchObject([
      { kind: 'image', bytes: 9, width: 40, height: 24, omitted: 'withheld' },
      { kind: 'image' },
    ]);
    expect(wire).not.toMatch(/iVBOR|Ada|ada\.png/);
    expect(withheld).toEqual(['gen_ai.input.messages']);
  });

  it('is withheld under a mask, which cannot look into it, and its name and URL pass the mask', () => {
    const { parts, withheld, wire } = leaving({ run: {}, mask: (value) => value.replace(/ada/gi, '…') });
    expect(parts).toMatchObject([
      { name: '….png', omitted: 'withheld', width: 40 },
      { url: 'https://example.com/….png' },
    ]);
    expect(wire).not.toContain('iVBOR');
    expect(withheld).toEqual(['gen_ai.input.messages']);
  });
});

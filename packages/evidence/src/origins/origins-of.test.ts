/** Calls of agents, made by hand: what each argument is said to come from. */
import { describe, expect, it } from 'vitest';
import { indexSeen, isInventedIdentifier, isUnsourced, originsOf } from './index.ts';
import type { ArgumentOrigin, OriginOptions, SeenEntry } from './index.ts';

/** The origin of every argument, by the last key of its path. */
function origins(args: unknown, seen: readonly SeenEntry[], options?: OriginOptions): Record<string, ArgumentOrigin> {
  const { values } = originsOf(args, indexSeen(seen), options);
  return Object.fromEntries(values.map((value) => [String(value.path.at(-1)), value]));
}

/** The origin of the only argument. */
function originOf(value: unknown, seen: readonly SeenEntry[], options?: OriginOptions): ArgumentOrigin {
  const found = origins({ value }, seen, options).value;
  if (!found) throw new Error('the call has no argument named value');
  return found;
}

const user = (text: string): SeenEntry => ({ kind: 'user', text });
const result = (json: unknown): SeenEntry => ({ kind: 'tool_result', step: 's1', call: 'c1', json });
const kindOf = (value: unknown, seen: readonly SeenEntry[]) => originOf(value, seen).origin.kind;
const matchOf = (value: unknown, seen: readonly SeenEntry[]) => {
  const { origin } = originOf(value, seen);
  return 'match' in origin ? origin.match : origin;
};

describe('agents', () => {
  it('a refund for an order that nobody named is an invented identifier', () => {
    const seen = [
      user('My blender broke, please refund me 49.90 euros.'),
      result({ customer: 'cus_77aa', orders: [] }),
    ];
    const { order_id, amount, customer } = origins({ order_id: 'ord_8812', amount: 49.9, customer: 'cus_77aa' }, seen);
    expect(order_id).toMatchObject({ origin: { kind: 'nowhere' }, isIdentifier: true });
    expect(order_id && isInventedIdentifier(order_id)).toBe(true);
    expect(amount?.origin).toMatchObject({ kind: 'user', match: { how: 'part', rules: ['number form'] } });
    expect(customer?.origin).toMatchObject({ kind: 'tool_result', match: { how: 'exact', rules: [] } });
  });

  it('an id from a result says which step, call and path', () => {
    const seen = [user('Cancel my last order'), result({ orders: [{ id: 'ord_1' }, { id: 'ord_8812', total: 5 }] })];
    expect(originOf('ord_8812', seen).origin).toEqual({
      kind: 'tool_result',
      match: { how: 'exact', rules: [] },
      locations: [
        {
          kind: 'tool_result',
          entry: 1,
          step: 's1',
          call: 'c1',
          path: ['orders', 1, 'id'],
          isKey: false,
          offset: 0,
          length: 8,
        },
      ],
    });
  });

  it('a path goes on through results that are JSON in text', () => {
    const content = [{ type: 'text', text: JSON.stringify({ order: { id: 'ord_8812' } }) }];
    const { origin } = originOf('ord_8812', [{ kind: 'tool_result', text: JSON.stringify({ content }) }]);
    expect(origin).toMatchObject({ locations: [{ path: ['content', 0, 'text', 'order', 'id'] }] });
  });

  it('a key of a result is a source, too', () => {
    const { origin } = originOf('ord_8812', [result({ ord_8812: { total: 5 } })]);
    expect(origin).toMatchObject({ kind: 'tool_result', locations: [{ isKey: true, path: ['ord_8812'] }] });
  });

  it('a date in another form is from the user', () => {
    const seen = [user('Fly on 27 Nov 2026, please')];
    expect(originOf('2026-11-27', seen).origin).toMatchObject({
      kind: 'user',
      match: { how: 'part', rules: ['date form'] },
      locations: [{ offset: 7, length: 11 }],
    });
  });

  it('an address that was put together names its parts', () => {
    const seen = [user('Look at order 48213'), { kind: 'instructions', text: 'Use https://api.shop.example' } as const];
    const { origin } = originOf('https://api.shop.example/v1/orders/48213?full=true', seen);
    expect(origin).toMatchObject({ kind: 'instructions', match: { how: 'joined' } });
    const parts = 'parts' in origin ? origin.parts?.map(({ text, location }) => [text, location?.kind]) : [];
    expect(parts).toEqual([
      ['https://api.shop.example', 'instructions'],
      ['v1/orders', undefined],
      ['48213', 'user'],
      ['full=true', undefined],
    ]);
  });

  it('an address with a host or a number that nobody named is invented', () => {
    const seen = [user('Look at order 48213 in https://api.shop.example')];
    expect(kindOf('https://api.evil.example/orders/48213', seen)).toBe('nowhere');
    expect(kindOf('https://api.shop.example/orders/48214', seen)).toBe('nowhere');
  });

  it('a joined value is trusted as its least trusted part', () => {
    const seen: SeenEntry[] = [user('I am Joan'), { kind: 'thought', text: 'Perhaps her name is Whitfield' }];
    expect(originOf('Joan Whitfield', seen).origin).toMatchObject({ kind: 'thought', match: { how: 'joined' } });
  });

  it('an address that the model thought of is from where its parts are', () => {
    const address = 'https://api.shop.example/orders/48213';
    const seen = [user('Look at 48213 in https://api.shop.example'), { kind: 'thought', text: address } as const];
    expect(originOf(address, seen).origin).toMatchObject({ kind: 'user', match: { how: 'joined' } });
  });

  it("an address that only the model has whole is the model's", () => {
    const address = 'https://api.shop.example/orders/48213';
    const seen = [user('Look in https://api.shop.example'), { kind: 'thought', text: `Perhaps ${address}` } as const];
    expect(originOf(address, seen).origin).toMatchObject({ kind: 'thought', match: { how: 'part' } });
  });

  it('a piece is from the most trusted of several indexes', () => {
    const indexes = [
      indexSeen([{ kind: 'thought', text: 'Joan or 48213' }]),
      indexSeen([user('I am Joan'), user('in 48213 Whitfield')], 1),
    ];
    const { origin } = originsOf({ value: 'Joan Whitfield' }, indexes).values[0] ?? {};
    expect(origin).toMatchObject({ kind: 'user', match: { how: 'joined' }, locations: [{ entry: 1 }, { entry: 2 }] });
  });

  it('a number inside another number is not a part', () => {
    const seen = [user('orders at https://api.shop.example cost 1250.75')];
    expect(kindOf('https://api.shop.example/orders/1250', seen)).toBe('nowhere');
  });

  it('arithmetic is put together from its numbers', () => {
    const seen = [user('two bags'), result({ prices: [152, 1200.5] }), { kind: 'thought', text: 'About 99' } as const];
    expect(originOf('(1200.5 - 152) * 3', seen).origin).toMatchObject({
      kind: 'tool_result',
      match: { how: 'joined' },
      parts: [
        { text: '1200.5' },
        { text: '152', location: { path: ['prices', 0] } },
        { text: '3', location: undefined },
      ],
    });
    expect(originOf('152 + 99', seen).origin).toMatchObject({ kind: 'thought', match: { how: 'joined' } });
    expect(isUnsourced(originOf('152 * 1.5', seen))).toBe(true);
    expect(isUnsourced(originOf('152 + 152 + 152 + 152 + 152 + 153', seen))).toBe(true);
    expect(kindOf('2 + 2', seen)).toBe('nowhere');
  });

  it('an identifier with pieces of two others is invented', () => {
    const seen = [result({ methods: ['gift_card_5634230', 'credit_card_7815826'] }), user('the card ending in 7334')];
    expect(isInventedIdentifier(originOf('credit_card_5634230', seen))).toBe(true);
    expect(isInventedIdentifier(originOf('credit_card_7334', seen))).toBe(true);
  });

  it('words from everywhere do not make a sentence', () => {
    const words = 'blue green black white brown small large heavy light'.split(' ');
    expect(kindOf(words.join(' '), [user(words.toReversed().join(' '))])).toBe('nowhere');
    expect(originOf('blue/green', [user('blue green')]).origin).toMatchObject({
      locations: [{ offset: 0 }, { offset: 5 }],
    });
    expect(originOf('blue/green', [user('green blue')]).origin).toMatchObject({ match: { how: 'joined' } });
  });

  it('an identifier inside a query that was seen nowhere is named', () => {
    const query = "select * from refunds where order_id = 'ord_9913' and customer = 'cus_77aa' limit 10";
    const found = originOf(query, [user('What about my refund?'), result({ customer: 'cus_77aa' })]);
    expect(found).toMatchObject({ isText: true, origin: { kind: 'nowhere' }, unseenIdentifiers: ['ord_9913'] });
    expect(isInventedIdentifier(found)).toBe(true);
  });

  it('prose of the agent is not unsourced', () => {
    const found = originOf('Dear customer, we are very sorry about your blender.', [user('My blender broke')]);
    expect(found.origin.kind).toBe('nowhere');
    expect(isUnsourced(found)).toBe(false);
  });
});

describe('the order of trust', () => {
  const value = 'Lisbon office';
  const entry = (kind: SeenEntry['kind']): SeenEntry => ({ kind, text: `It is the ${value}.` });

  it('is user, instructions, result, schema, argument, message, thought', () => {
    const kinds = ['thought', 'message', 'argument', 'tool_result', 'instructions', 'user'] as const;
    const schema = { properties: { value: { examples: [value] } } };
    const order = kinds.map((_, index) => originOf(value, kinds.slice(0, index + 1).map(entry)).origin.kind);
    expect(order).toEqual(kinds);
    expect(originOf(value, [entry('argument')], { schema }).origin.kind).toBe('schema');
    expect(originOf(value, [entry('tool_result')], { schema }).origin.kind).toBe('tool_result');
  });

  it('holds for a value that the model repeated often', () => {
    const seen = [...Array.from({ length: 100 }, () => entry('thought')), entry('user')];
    expect(originOf(value, seen).origin).toMatchObject({ kind: 'user', locations: [{ entry: 100 }, { entry: 0 }, {}] });
  });

  it('lists at most three places, whole texts first', () => {
    const seen = [user(`a ${value}`), user(`the ${value}`), user(value), user(`our ${value}`), entry('thought')];
    const { origin } = originOf(value, seen);
    expect(origin).toMatchObject({ match: { how: 'exact' } });
    expect('locations' in origin && origin.locations.map((location) => location.entry)).toEqual([2, 0, 1]);
  });
});

describe('a value that was not found', () => {
  it.each([
    ['is said to be withheld', { kind: 'tool_result', text: '', isIncomplete: true }],
    ['was cut off', { kind: 'tool_result', text: 'long\n… [cut: 4 of 900 characters kept]' }],
    ['was hashed', { kind: 'user', text: '[hashed: 00112233445566778899aabbccddeeff, 1204 characters]' }],
    ['was masked', { kind: 'user', text: 'Mail me at [masked: e-mail address]' }],
  ] as const)('is unknown when a seen text %s', (_, entry) => {
    expect(originOf('ord_8812', [entry]).origin).toEqual({ kind: 'unknown', reason: 'withheld' });
    expect(originsOf({}, indexSeen([entry])).isComplete).toBe(false);
  });

  it('is found all the same in what is left of a cut text', () =>
    expect(kindOf('ord_8812', [user('ord_8812 and\n… [cut: 12 of 900 characters kept]')])).toBe('user'));

  it.each(['abc\n… [cut: 3 of 900 characters kept]', '[masked: e-mail address]', '[12 characters]'])(
    'is unknown when the value itself is %j, even if a text looks alike',
    (value) =>
      expect(originOf(value, [user('abc'), user(value)]).origin).toEqual({ kind: 'unknown', reason: 'withheld' }),
  );

  it('is not looked at beyond the limits', () => {
    const seen = indexSeen([user('nothing')]);
    const { values, omitted } = originsOf(['ord_8812', 'ord_8813', 'ord_8814'], seen, { maxSteps: 0, maxValues: 2 });
    expect(values.map(({ origin }) => origin)).toEqual(Array(2).fill({ kind: 'unknown', reason: 'not looked at' }));
    expect(omitted).toBe(1);
  });

  it('is not looked at when the texts are larger than the index', () => {
    const seen = [user('x '.repeat(4_500_000))];
    expect(originOf('ord_8812', seen).origin).toEqual({ kind: 'unknown', reason: 'not looked at' });
  });
});

describe('forms', () => {
  it.each([
    ['Berlin', 'Ship to BERLIN', { how: 'part', rules: ['case'] }],
    ['Main  Street\n5', 'Main Street 5', { how: 'normalized', rules: ['white space'] }],
    [' Berlin ', 'Berlin', { how: 'normalized', rules: ['white space'] }],
    ['Zoë', 'Zoe\u0308', { how: 'normalized', rules: ['Unicode form'] }],
    ['München', 'https://maps.example/M%C3%BCnchen', { how: 'part', rules: ['URL escape'] }],
    ['M%C3%BCnchen', 'München', { how: 'normalized', rules: ['URL escape'] }],
    ['Zoë Smith', String.raw`log: {"name":"Zo\u00eb Smith"} end`, { how: 'part', rules: ['JSON escape'] }],
    ['Berlin', String.raw`first\nBerlin\nlast`, { how: 'part', rules: ['JSON escape'] }],
    ['北京', '明天北京天气怎么样', { how: 'part', rules: [] }],
    [1234.5, 'It was 1,234.50', { how: 'part', rules: ['number form'] }],
    ['1234.50', '1.234,50 €', { how: 'part', rules: ['number form'] }],
    [12, 'a bag of 12kg', { how: 'part', rules: ['unit'] }],
    [-5.5, 'minus: -5.50', { how: 'part', rules: ['number form'] }],
    ['2026-11-27', 'on November 27th, 2026', { how: 'part', rules: ['date form'] }],
    ['27 Nov 2026', '2026-11-27', { how: 'normalized', rules: ['date form'] }],
    ['2026-11-27', '11/27/2026', { how: 'normalized', rules: ['date form'] }],
    ['+491701234567', 'call +49 170 1234567', { how: 'part', rules: ['separators'] }],
    [
      '6f9619ff8b86d011b42d00c04fc964ff',
      '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      { how: 'normalized', rules: ['separators'] },
    ],
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', { how: 'normalized', rules: ['separators'] }],
    ['a1b2c3d', 'commit a1b2c3d4e5f60718293a4b5c6d7e8f9001122334', { how: 'part', rules: ['hash length'] }],
    ['b3JkXzU1MjE=', 'Order ord_5521.', { how: 'part', rules: ['base64'] }],
    ['ord_5521', 'b3JkXzU1MjE=', { how: 'normalized', rules: ['base64'] }],
    ['2026-11-27T13:00:00Z', '2026-11-27T14:00+01:00', { how: 'normalized', rules: ['date form'] }],
  ] as const)('%j is found in %j', (value, text, match) => expect(matchOf(value, [user(text)])).toEqual(match));

  it.each([
    ['2026-03-04', '03/04/2026', 'day and month'],
    ['2026-04-03', '03/04/2026', 'day and month'],
    ['2026-11-27', 'by Nov 27', 'year'],
    ['2026-11-27', '27.11.26', 'century'],
    ['2026-11-27T14:30:00Z', '2026-11-27', 'time'],
    ['2026-11-27T14:00:00Z', '2026-11-27 14:00', 'time zone'],
    [1234, 'about 1.234', 'separator'],
    [1.234, 'about 1,234', 'separator'],
    [20, 'rows 10,20', 'separator'],
    [1234567, '1 234 567', 'separator'],
    [49.9, 'booked: -49.90', 'sign'],
  ] as const)('%j in %j is said with doubt', (value, text, doubt) =>
    expect(matchOf(value, [user(text)])).toMatchObject({ doubt }),
  );

  it.each([
    [12, 'number 8812'],
    ['12', 'number 8812 or 12.5'],
    [200, 'it costs 1,200'],
    [5000, 'about 5'],
    [4711, 'room A4711'],
    ['Ann', 'Annabel'],
    ['DE', 'Rio de Janeiro'],
    ['foo-bar', 'foo bar'],
    ['01234', 'number 1234'],
    [1234, 'postal code 01234'],
    ['2026-11-27', '26 Nov 2026, 11 and 27'],
    ['27 Nov 2026', 'version x2026-11-27'],
    ['2026-11-27T14:30:00Z', '2026-11-27T14:31:00Z'],
    ['2.0.13', 'versions 2.0.12 and 13'],
    ['2026-11-27T13:00:00Z', '2026-11-27T13:00+01:00'],
    ['1.5e3', '15'],
  ])('%j is not found in %j', (value, text) => expect(kindOf(value, [user(text)])).toBe('nowhere'));

  it('booleans are never found', () => {
    expect(originOf(true, [user('true'), result({ a: true })])).toMatchObject({
      origin: { kind: 'nowhere' },
      trivial: 'boolean',
    });
  });

  it('digits of long numbers are kept', () => {
    const seen: SeenEntry[] = [{ kind: 'tool_result', text: '{"id":12345678901234567891}' }];
    expect(kindOf('12345678901234567891', seen)).toBe('tool_result');
    expect(kindOf('12345678901234567892', seen)).toBe('nowhere');
  });

  it('the offset of an escaped match is that of the original', () => {
    const text = 'x%20y M%C3%BCnchen';
    const { origin } = originOf('München', [user(text)]);
    expect('locations' in origin && origin.locations[0]).toMatchObject({ offset: 6, length: 12 });
  });
});

describe('trivial values', () => {
  const schema = {
    properties: {
      status: { enum: ['open', 'closed'] },
      limit: { default: 50 },
      deep: { $ref: '#/$defs/Deep' },
      list: { type: 'array', items: { anyOf: [{ type: 'null' }, { enum: ['asc'] }] } },
      unit: { description: 'Such as "kelvin"' },
    },
    $defs: { Deep: { properties: { mode: { const: 'fast' } } } },
  };

  it.each([
    [{ status: 'open' }, 'enum'],
    [{ limit: 50 }, 'default'],
    [{ deep: { mode: 'fast' } }, 'enum'],
    [{ list: ['asc'] }, 'enum'],
    [{ x: null }, 'null'],
    [{ x: false }, 'boolean'],
    [{ x: ' ' }, 'empty'],
    [{ x: [] }, 'empty'],
    [{ x: {} }, 'empty'],
    [{ x: 7 }, 'one character'],
    [{ x: '*' }, 'punctuation'],
  ])('%j is trivial', (args, trivial) => {
    const [value] = originsOf(args, indexSeen([]), { schema }).values;
    expect(value?.trivial).toBe(trivial);
    expect(value && isUnsourced(value)).toBe(false);
  });

  it('says where in the schema a value is', () => {
    const [status, unit] = originsOf({ status: 'open', unit: 'kelvin' }, indexSeen([]), { schema }).values;
    expect(status?.origin).toMatchObject({
      kind: 'schema',
      locations: [{ path: ['properties', 'status', 'enum', 0] }],
    });
    expect(unit?.origin).toMatchObject({ kind: 'schema', match: { how: 'part' } });
    expect(unit?.trivial).toBeUndefined();
  });

  it('a property that has a schema does not have that of other properties', () => {
    const loose = { properties: { a: { enum: ['one'] } }, additionalProperties: { enum: ['two'] } };
    const { values } = originsOf({ a: 'two', b: 'two' }, indexSeen([]), { schema: loose });
    expect(values.map(({ trivial }) => trivial)).toEqual([undefined, 'enum']);
  });

  it('a value that the schema does not offer is not trivial', () => {
    const { status } = origins({ status: 'pending' }, [], { schema });
    expect(status && isUnsourced(status)).toBe(true);
  });
});

describe('an identifier is not found', () => {
  it.each([
    ['+491701234568', 'call +49 170 1234567'],
    ['1234567890', 'the lots 12345, 67890'],
    ['a1b2c3e', 'commit a1b2c3d4e5f60718293a4b5c6d7e8f9001122334'],
    ['b3JkXzU1MjI=', 'Order ord_5521.'],
    ['ops-eu@shop.example', 'Write to ops+eu@shop.example.'],
  ])('%j in %j', (value, text) => expect(kindOf(value, [user(text)])).toBe('nowhere'));
});

it('a value may be from another tool that is offered', () => {
  const tool: SeenEntry = { kind: 'schema', json: { name: 'ship', description: 'Ships from wh_berlin_04.' } };
  expect(originOf('wh_berlin_04', [tool]).origin).toMatchObject({ kind: 'schema', match: { how: 'part' } });
});

import { describe, expect, test } from 'vitest';
import { quotes, runOf, thinks, valueOf } from '../testing/runs.ts';
import { otherTool } from './other-tool.ts';

describe('a thought that names another tool', () => {
  test.each([
    ["The customer wants to know the status. I'll call get_order with the id.", "I'll call get_order with the id."],
    ['Let me use the `get_order` tool for this.', 'Let me use the `get_order` tool for this.'],
    ['I need to call get_order(8812) now.', 'I need to call get_order(8812) now.'],
    ['I should use the search tool to find the policy.', 'I should use the search tool to find the policy.'],
    ['Let me look up the status with get_order.', 'Let me look up the status with get_order.'],
    ['The files are to be deleted. First I call get_order to verify.', 'First I call get_order to verify.'],
    ["I'll call get_order first, then delete_file.", "I'll call get_order first, then delete_file."],
    ['Let me run get_order before delete_file.', 'Let me run get_order before delete_file.'],
  ])('is found: %s', (thought, passage) => {
    expect(quotes(otherTool, thinks(thought, { tool: 'delete_file' }))).toEqual([passage]);
  });

  test('names both tools, the passage and where it is', () => {
    const thought = "First things first. I'll call get_order with the id.";
    const [finding] = otherTool.find(thinks(thought, { tool: 'list_files' }, { tool: 'delete_file' }));
    expect(finding).toMatchObject({ step: 0, call: 0, confidence: 'likely', tokens: 100, dollars: 0.001 });
    expect(finding && valueOf(finding, 'named tool')).toBe('get_order');
    expect(finding && valueOf(finding, 'called tool')).toBe('list_files');
    const passage = finding?.evidence[0];
    expect(passage?.kind === 'quote' && thought.slice(passage.from, passage.to)).toBe(
      "I'll call get_order with the id.",
    );
  });

  test('is judged by the calls up to the next thought', () => {
    const thoughts = [
      { text: "I'll call get_order.", callsBefore: 0, isSummary: false },
      { text: "Now I'll call list_files.", callsBefore: 1, isSummary: false },
    ];
    const run = runOf({ thoughts, calls: [{ tool: 'get_order' }, { tool: 'delete_file' }] });
    expect(otherTool.find(run)).toMatchObject([{ call: 1 }]);
  });
});

describe('a thought is no false alarm', () => {
  test.each([
    ['the called tool is named, too', 'I could call get_order, but delete_file fits better.'],
    ['the called tool is described', "I'll use get_order later. The files have to be deleted by the file tool now."],
    ['both are named without an order', "I'll use get_order for the order and delete_file for the file."],
    ['it is about the tool', 'The trouble with get_order is that it needs an id.'],
    ['it is for later', 'Then I will call get_order.'],
    ['it recalls an earlier call', 'I already called get_order and have the result.'],
    ['it decides against the tool', 'I should not use get_order for this.'],
    ['it takes the decision back', "I'll use get_order. Actually, there is a better way."],
    ['it is a question', 'Should I use get_order?'],
    ['it is a condition', 'If the customer asks, I will call get_order.'],
    ['it lists tools', 'The available tools are get_order, refund_order and list_files.'],
    ['the word is prose', 'I need to search for the policy and order my thoughts.'],
    ['the name is part of another word', "I'll call get_orders_by_user with the id."],
  ])('when %s', (_why, thought) => {
    expect(otherTool.find(thinks(thought, { tool: 'delete_file' }))).toEqual([]);
  });

  test('when the tool that comes first was called before', () => {
    const thought = "I'll call get_order first, then delete_file.";
    const run = runOf(
      { calls: [{ tool: 'get_order' }] },
      { calls: [{ tool: 'search' }] },
      { thought, calls: [{ tool: 'delete_file' }] },
    );
    expect(otherTool.find(run)).toEqual([]);
  });

  test('when the named tool is called next', () => {
    const thought = "I'll call get_order with the id.";
    expect(otherTool.find(thinks(thought, { tool: 'delete_file' }, { tool: 'get_order' }))).toEqual([]);
    const later = runOf({ thought, calls: [{ tool: 'delete_file' }] }, { calls: [{ tool: 'get_order' }] });
    expect(otherTool.find(later)).toEqual([]);
  });

  // xai-chat-stream-tool, deepseek-chat-preamble-three-turns, openai-resp-stream-summary-weather-gpt5
  test.each([
    ['The user asked for the weather in Florence, Italy. I have a tool for that: the weather function.', 'weather'],
    [
      'The DICE_ROLL capability is deferred - I need to load it first using the `load_capability` tool.',
      'load_capability',
    ],
    ["I'll use the weather tool. I can call functions.weather directly since I only need one tool.", 'weather'],
  ])('in the recorded thought %s', (thought, tool) => {
    expect(otherTool.find({ ...thinks(thought, { tool }), tools: ['weather', 'load_capability', 'parallel'] })).toEqual(
      [],
    );
  });
});

describe('what cannot be read', () => {
  test('is said for each step, with the reason', () => {
    const run = runOf(
      { hidden: ['redacted'] },
      { hidden: ['encrypted', 'encrypted'] },
      { tokens: { input: 1, cacheRead: 0, cacheWrite: 0, output: 9, thinking: 9 } },
      { tokens: { input: 1, cacheRead: 0, cacheWrite: 0, output: 9, thinking: null } },
      { tokens: { input: 1, cacheRead: 0, cacheWrite: 0, output: 9, thinking: 0 } },
      { thought: 'The instruction is: "Call lookup_harbor_label exactly once, and respond in one short senten...' },
      { thought: 'a '.repeat(30_000) },
    );
    expect(otherTool.notChecked(run).map(({ step, reason }) => [step, reason])).toEqual([
      [0, 'thinking_redacted'],
      [1, 'thinking_encrypted'],
      [2, 'thinking_withheld'],
      [3, 'thinking_not_reported'],
      [5, 'thinking_cut'],
      [6, 'text_too_long'],
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { quotes, runOf, thinks } from '../testing/runs.ts';
import { againstThought } from './against-thought.ts';

const found = (thought: string, tool: string) => quotes(againstThought, thinks(thought, { tool }));

describe('a thought that says not to do it', () => {
  test.each([
    ['The order is older than 30 days. I must not call refund_order.', 'refund_order', 'must not call refund_order'],
    ['I must not call refund here.', 'refund_order', 'must not call refund'],
    ["Don't use `delete_file` for this.", 'delete_file', "Don't use `delete_file"],
    ['I can list the files without deleting anything.', 'delete_file', 'without deleting anything'],
    ['The policy is clear: do not refund the order.', 'refund_order', 'do not refund the order'],
    ['I shouldn’t delete the file.', 'deleteFile', 'shouldn’t delete the file'],
    ['The user asked not to send the email.', 'send_email', 'asked not to send the email'],
    ['There is no need to call refund_order.', 'refund_order', 'no need to call refund_order'],
    ["The customer doesn't want me to cancel the order.", 'cancel_order', "doesn't want me to cancel the order"],
    ['Files must not be deleted.', 'delete_file', 'must not be deleted'],
    ["I'll list them instead of calling delete_file.", 'delete_file', 'instead of calling delete_file'],
    ['I will look at the files and never delete them.', 'delete_file', 'never delete them'],
    ['The ticket is basic economy, so the order cannot be canceled.', 'cancel_order', 'cannot be canceled'],
    ['The order was placed without insurance, so I can’t cancel it.', 'cancel_order', 'can’t cancel it'],
    ["The user doesn't want to be transferred.", 'transfer_to_agent', "doesn't want to be transferred"],
    ['We are not allowed to delete files.', 'delete_file', 'not allowed to delete files'],
    ['I am unable to cancel the order.', 'cancel_order', 'unable to cancel the order'],
    ['We need to avoid using refund_order.', 'refund_order', 'avoid using refund_order'],
  ])('is found: %s', (thought, tool, passage) => {
    expect(found(thought, tool)).toEqual([passage]);
  });

  test('is about the object that the call uses', () => {
    const calls = ['IFOYYZ', 'NQNU5R'].map((id) => ({ tool: 'cancel_order', arguments: { id } }));
    expect(againstThought.find(thinks('The order NQNU5R cannot be canceled.', ...calls))).toMatchObject([{ call: 1 }]);
  });

  test('points at the call', () => {
    const run = thinks('Do not refund the order.', { tool: 'get_order' }, { tool: 'refund_order' });
    expect(againstThought.find(run)).toMatchObject([{ step: 0, call: 1, confidence: 'likely' }]);
  });
});

describe('a thought is no false alarm', () => {
  test.each([
    ['it forbids something else', 'I must not delete the branch.', 'delete_file'],
    ['it forbids another tool', 'I must not call refund_shipping.', 'refund_order'],
    ['it depends on something', 'I must not refund the order until it is back. It is back.', 'refund_order'],
    ['it forbids doing it again', "I need to make sure I don't call refund_order twice.", 'refund_order'],
    ['the model decides otherwise', "I shouldn't delete the file. The user confirmed, so I delete it.", 'delete_file'],
    ['a double negation allows it', "I can't answer this without calling get_order.", 'get_order'],
    ['it names a way out', 'The order cannot be canceled without a valid reason.', 'cancel_order'],
    ['it takes it back', 'I cannot cancel the order directly, but the tool does.', 'cancel_order'],
    ['it is about another object', 'The order NQNU5R cannot be canceled.', 'cancel_order'],
    ['a double negation requires it', 'Without calling get_order I cannot answer this.', 'get_order'],
    ['it describes the tool', 'The tool refund_order does not refund the shipping.', 'refund_order'],
    ['it reports a state', 'The file is there and not deleted.', 'delete_file'],
    ['it introduces a list', 'The following orders cannot be canceled:\n1. NQNU5R', 'cancel_order'],
    ['it is about a property', 'Flights can be kept, but prices will not be updated.', 'update_flights'],
    ['it describes another subject', 'The customer will not delete the file.', 'delete_file'],
    ['it asks', "Why don't I delete the file?", 'delete_file'],
    ['the negation ends before the verb', "It doesn't exist, so I delete the file.", 'delete_file'],
    ['the negation is in another sentence', 'I must not guess. I delete the file.', 'delete_file'],
    ['it denies knowledge', "I don't know the order, so I use get_order.", 'get_order'],
    ['the name is a word of prose', "Remember: walk, don't run across the street.", 'run'],
    ['it is about more than the tool', 'I should not only call get_order.', 'get_order'],
  ])('when %s', (_why, thought, tool) => {
    expect(found(thought, tool)).toEqual([]);
  });

  // ollama-stream-parallel-unopened-think, azure-resp-summary-tool
  test.each([
    [
      "I need to make sure I don't call them twice. The instructions say to call each once and not repeat.",
      'lookup_label',
    ],
    [
      "I only need to call this tool once, so I won’t need the multi-tool wrapper. I'll use functions.weather.",
      'weather',
    ],
  ])('in the recorded thought %s', (thought, tool) => {
    expect(found(thought, tool)).toEqual([]);
  });
});

test('hidden thinking beside a readable thought is not checked', () => {
  const run = runOf({ thought: 'I delete the file.', hidden: ['removed'], calls: [{ tool: 'delete_file' }] });
  expect(againstThought.notChecked(run)).toEqual([
    { check: 'against-thought', step: 0, call: null, reason: 'thinking_removed' },
  ]);
});

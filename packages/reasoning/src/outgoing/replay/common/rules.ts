/** Every rule that replay's notes name. docs/replay.md explains them; a test keeps the two in sync. */

export const RULES = {
  'thinking.required': 'The target refuses the turn, or forgets, without its own thinking.',
  'thinking.returned': 'Thinking goes back to where it came from, in the field it came in.',
  'thinking.carried': 'Readable thinking of another provider goes along, because it was asked for.',
  'thinking.not-asked': 'Thinking stays out unless it is asked for or required.',
  'thinking.not-accepted': 'The target takes no thinking of this kind.',
  'thinking.unsigned': 'The target takes back only thinking that it signed or encrypted.',
  'thinking.skipped': 'This thought was skipped on request.',
  'thinking.placeholder':
    'The target wants the field on every turn with calls, also where there is no thinking to put into it.',
  'thinking.no-item-behind': 'A reasoning item without the item it produced is refused.',
  'seal.own-only': 'Signatures, encrypted thinking and item ids go only to the provider they came from.',
  'seal.other-model': 'The newest models refuse thinking that another model signed.',
  'seal.item-ids': 'The id of an item goes back only together with the reasoning item before it.',
  'seal.skip-validator': 'A call without a signature of this provider carries the marker that stands for one.',
  'call.server': 'What another provider ran itself cannot stand in this history.',
  'call.incomplete': 'A call that was cut off was never run, so it has no place in a history.',
  'call.id': 'Ids that the target does not take are replaced, in call and result alike.',
  'call.arguments': 'The target takes only objects as arguments.',
  'result.missing': 'A call without its result is refused.',
  'result.orphan': 'A result without its call is refused.',
  'text.joined': 'The target has one content: thoughts, text and calls lose their order among each other.',
  'text.blank': 'The target refuses blank text.',
  'order.bridged': 'The target refuses a person right behind a result: a word of the assistant stands between them.',
  'part.left-out': 'Images and other blocks that are not text are left out.',
  'tool.undeclared': 'The target refuses calls of tools that the request does not declare.',
  'tool.left-out': 'A tool that only its provider knows cannot be offered by another.',
} as const;

/** The rule behind something that `replay` did. */
export type RuleName = keyof typeof RULES;

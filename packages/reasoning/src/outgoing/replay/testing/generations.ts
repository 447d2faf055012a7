/** A tool loop of two rounds and an answer, and its pieces. For the tests of conversation. */
import type { Message, Origin, Part, TracedGeneration } from '../../../index.ts';

export const OPENAI: Origin = { api: 'openai.responses', provider: 'openai', model: 'gpt-5.5' };
export const CLAUDE: Origin = { api: 'anthropic.messages', provider: 'anthropic', model: 'claude-opus-4-8' };
export const DEEPSEEK: Origin = { api: 'openai.chat', provider: 'deepseek', model: 'deepseek-v4-pro' };

export const user = (said: string): Message => ({ role: 'user', parts: [{ kind: 'text', key: '0', text: said }] });
export const text = (said: string): Part => ({ kind: 'text', key: '9', text: said });
export const thought = (said: string, key = '0'): Part => ({
  kind: 'reasoning',
  key,
  text: said,
  format: 'anthropic',
  field: 'thinking',
  signature: `sig of ${said}`,
});
export const call = (id: string, more: Partial<Extract<Part, { kind: 'tool_call' }>> = {}): Part => ({
  kind: 'tool_call',
  id,
  name: 'search',
  arguments: { query: id },
  itemType: 'tool_use',
  type: 'function',
  ...more,
});
export const result = (callId: string, said: unknown): Message => ({
  role: 'user',
  parts: [{ kind: 'tool_result', callId, result: said }],
});

/** Two rounds of a tool loop and an answer; the client sent thinking back without its text. */
export function loop(origin: Origin = CLAUDE): TracedGeneration[] {
  const poor = (...calls: Part[]): Message => ({ role: 'assistant', parts: calls });
  const start = [user('Compare.')];
  const second = [...start, poor(call('t1'), call('t2')), result('t2', 'two'), result('t1', 'one')];
  const third = [...second, poor(call('t3')), result('t3', { three: 3 })];
  return [
    {
      origin,
      system: ['Be brief.'],
      messages: start,
      output: [thought('first'), text('Both.'), call('t1'), call('t2')],
    },
    { origin, system: ['Be brief.'], messages: second, output: [thought('second'), call('t3')] },
    { origin, system: ['Be brief.'], messages: third, output: [thought('third'), text('Done.')] },
  ];
}

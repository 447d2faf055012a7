// A trace whose texts contain a marker word for each kind, to find them in any response.
import { createWriteBatch, type Sql } from '@subtext/db';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN, type CallRecord } from '@subtext/trace';

export const MARKED_SPAN = '1'.repeat(16);

export interface MarkedTrace {
  /** Its id. */
  project: string;
  traceId: string;
  mark: string;
}

const call = (more: Partial<CallRecord>): CallRecord => ({
  ...BLANK_CALL,
  startedAt: new Date().toISOString(),
  status: 'ok',
  thinkingState: 'readable',
  ...more,
});

/** Stores the trace with `mark` in each of its texts, beside the marker words of their kinds. */
export async function storeMarkedTrace(sql: Sql, { project, traceId, mark }: MarkedTrace): Promise<void> {
  const startedAt = new Date().toISOString();
  const text = (word: string) => `${mark} ${word} text`;
  const givenArguments = JSON.stringify({ order: text('ARGUMENTMARK') });
  const calls = [
    call({
      ...{ toolName: 'get_order', callId: 'c1', thoughtCount: 1, thoughtCharacters: 1234 },
      ...{ reasoningTokens: 308, reasoningTokensSource: 'apportioned', reasoningCost: 1000 },
      ...{ thoughtPreview: text('THOUGHTMARK'), preamblePreview: text('PREAMBLEMARK') },
      ...{ argumentsPreview: givenArguments, resultPreview: text('RESULTMARK') },
      texts: {
        thoughts: [text('THOUGHTMARK')],
        preamble: text('PREAMBLEMARK'),
        arguments: givenArguments,
        result: text('RESULTMARK'),
      },
    }),
    call({
      ...{ type: 'answer', toolName: 'text_output', argumentsPreview: text('ANSWERMARK') },
      thoughtPreview: '[1204 characters]',
      texts: { thoughts: null, preamble: null, arguments: text('ANSWERMARK'), result: null },
    }),
    // A run without call id: arguments are compared by a number.
    call({ ...{ describedBy: 'execution', toolName: 'get_order', argumentsPreview: '{"pin":1234}' } }),
  ];
  const span = {
    ...BLANK_SPAN,
    ...{
      spanId: MARKED_SPAN,
      kind: 'generation' as const,
      name: 'chat',
      startedAt,
      status: 'error' as const,
      snapshot: 1,
    },
    ...{
      statusMessage: text('ERRORMARK'),
      totalCost: 4_100_000,
      inputPreview: 'PAYLOADMARK',
      outputPreview: 'PAYLOADMARK',
    },
    ...{ provider: 'openai', requestModel: 'gpt-5.2', thinkingState: 'readable' as const },
  };
  const facts = {
    ...{ ...BLANK_FACTS, endedAt: startedAt, name: 'run', asked: text('ASKEDMARK'), sessionId: 'SESSIONMARK' },
    ...{
      userId: 'USERMARK',
      environment: 'ENVMARK',
      release: 'RELEASEMARK',
      service: 'SERVICEMARK',
      tags: ['TAGMARK'],
    },
  };
  const body = JSON.stringify({
    attributes: {
      'gen_ai.input.messages': 'PAYLOADMARK',
      'subtext.truncated': ['gen_ai.tool.call.result:10:20', 'PAYLOADMARK.secret:1:2'],
    },
  });
  await createWriteBatch(sql)([{ projectId: project, traceId, span, calls, trace: facts, price: null, body }]);
}

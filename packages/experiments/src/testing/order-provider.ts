/** The scripted provider in the place of the models of recorded.ts, over real sockets, with a record of what it is asked. */
import { startScriptedProvider, type ScriptedProvider } from '@subtext/examples/provider/server.ts';

export interface AskedQuestion {
  question: string;
  effort: string | undefined;
  model: string;
  body: Record<string, unknown>;
}

interface OrderProviderOptions {
  onAsked: (question: AskedQuestion) => void;
  /** How long it takes for a token: long only for tests that kill its client. */
  pace?: number;
  host?: string;
  /** Whether the model looks up something else. By default every fourth step at low effort. */
  isWrong?: (asked: { order: number; effort: string | undefined; model: string }) => boolean;
}

export function startOrderProvider({
  onAsked,
  pace = 0,
  host = '127.0.0.1',
  isWrong = atLow,
}: OrderProviderOptions): Promise<ScriptedProvider> {
  return startScriptedProvider({
    ...{ pace, host },
    choose: ({ asked: question }, request) => {
      const body = request as Record<string, unknown> & { reasoning?: { effort?: string }; model: string };
      const effort = body.reasoning?.effort ?? (body.output_config as { effort?: string } | undefined)?.effort;
      const { model } = body;
      onAsked({ question, effort, model, body });
      const order = Number(/\d+/.exec(question)?.[0]);
      const output = effort === 'low' ? 60 : 200;
      const id = isWrong({ order, effort, model }) ? 99_999 : effort === 'low' ? String(order) : order;
      return {
        output: [{ call: 'get_order', arguments: { id } }],
        usage: { input: 300, output, thinking: output - 50 },
      };
    },
  });
}

const atLow = ({ order, effort }: { order: number; effort: string | undefined }): boolean =>
  effort === 'low' && order % 4 === 0;

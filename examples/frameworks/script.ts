/**
 * What the models say: the turns of each agent for one order. Every thought is a unique sentence, so a thought that is
 * shown for another call, agent or run is noticed.
 */
import type { Item, Turn } from '../provider/script.ts';

/** The agents that shop.mjs gives instructions to. */
export type AgentName = 'orderDesk' | 'frontDesk' | 'courier' | 'billing' | 'reception' | 'claimsDesk';

/** How a framework lets one agent start another: the tool, and its arguments. */
export interface AgentCall {
  tool: string;
  arguments: Record<string, unknown>;
}

/** The calls that differ from framework to framework. */
export interface AgentCalls {
  /** The name under which the model sees a tool of the application. Absent = its own. */
  toolName?(tool: string): string;
  subAgent(agent: 'courier' | 'billing', question: string): AgentCall;
  /** Absent = the framework has no hand-over. */
  handOver?: AgentCall;
}

export interface ScriptedCall extends AgentCall {
  /** A text in its result; undefined = the call fails. */
  result: string | undefined;
  /** The agent that it starts. */
  starts?: AgentName;
}

export interface ScriptedTurn {
  thought: string;
  calls: ScriptedCall[];
  /** Only the last turn has one. */
  answer?: string;
  usage: { input: number; output: number; thinking: number };
}

/** By the first words of an agent's instructions. */
const ROLES: readonly [instructions: string, agent: AgentName][] = [
  ['You are the order desk.', 'orderDesk'],
  ['You are the front desk.', 'frontDesk'],
  ['You are the courier.', 'courier'],
  ['You are billing.', 'billing'],
  ['You are the reception.', 'reception'],
  ['You are the claims desk.', 'claimsDesk'],
];

/** The first one that is named: some frameworks append the instructions of the agent that asks. */
export function agentOf(instructions: string): AgentName | undefined {
  const named = ROLES.map(([words, agent]) => ({ at: instructions.indexOf(words), agent }));
  return named.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]?.agent;
}

/** The number of an order, which every question, argument, result and thought of a run contains. */
export const ORDER = /A-\d{6}/;

export const QUESTIONS = {
  orderDesk: (order: string) => `Why is order ${order} late?`,
  frontDesk: (order: string) => `Where is order ${order}, and is it paid?`,
  reception: (order: string) => `I want my money for order ${order}.`,
} as const;

export const ANSWERS: Record<Exclude<AgentName, 'reception'>, (order: string) => string> = {
  orderDesk: (order) => `Order ${order} left on Tuesday; a refund is not possible.`,
  frontDesk: (order) => `Order ${order} is on its way, and paid.`,
  courier: (order) => `The parcel of ${order} is in Porto.`,
  billing: (order) => `The invoice of ${order} is paid.`,
  claimsDesk: (order) => `Order ${order} can be refunded after ten days.`,
};

const RESULTS = {
  get_order: (order: string) => `Order ${order}: two lamps, paid on Monday.`,
  get_shipment: (order: string) => `Shipment of ${order}: it left Porto on Tuesday.`,
  get_policy: (order: string) => `Policy for ${order}: refunds after ten days.`,
  get_invoice: (order: string) => `Invoice of ${order}: 84 euros, paid by card.`,
  refund_order: () => undefined,
};

/** The calls of each turn of an agent before its answer. */
function callsOf(agent: AgentName, order: string, calls: AgentCalls): ScriptedCall[][] {
  const orderCall = (tool: keyof typeof RESULTS): ScriptedCall => ({
    tool: calls.toolName?.(tool) ?? tool,
    arguments: { order },
    result: RESULTS[tool](order),
  });
  switch (agent) {
    case 'orderDesk':
      return [
        [orderCall('get_order'), orderCall('get_shipment')],
        [orderCall('get_policy')],
        [orderCall('refund_order')],
      ];
    case 'frontDesk':
      return [[subAgentCall('courier', order, calls), subAgentCall('billing', order, calls)]];
    case 'courier':
      return [[orderCall('get_shipment')]];
    case 'billing':
      return [[orderCall('get_invoice')]];
    case 'reception':
      return calls.handOver ? [[{ ...calls.handOver, result: '', starts: 'claimsDesk' }]] : [];
    case 'claimsDesk':
      return [[orderCall('get_policy')]];
  }
}

function subAgentCall(agent: 'courier' | 'billing', order: string, calls: AgentCalls): ScriptedCall {
  const question = agent === 'courier' ? `Where is the parcel of ${order}?` : `Was the invoice of ${order} paid?`;
  return { ...calls.subAgent(agent, question), result: ANSWERS[agent](order), starts: agent };
}

/** All turns of an agent, in order. */
export function turnsOf(agent: AgentName, order: string, calls: AgentCalls): ScriptedTurn[] {
  const asking = callsOf(agent, order, calls);
  const turns = agent === 'reception' ? asking : [...asking, []];
  return turns.map((own, index) => ({
    thought: `Thought ${index + 1} of the ${agent} about ${order}: ${PLANS[index]}.`,
    calls: own,
    ...(own.length === 0 && agent !== 'reception' && { answer: ANSWERS[agent](order) }),
    usage: usageOf(agent, index),
  }));
}

const PLANS = ['look at what is known first', 'one thing is still missing', 'try what was asked for', 'say what is so'];

/** Different for each turn, so that a turn that is missing and one that counts twice never make up for each other. */
function usageOf(agent: AgentName, index: number): ScriptedTurn['usage'] {
  const seat = ROLES.findIndex(([, name]) => name === agent);
  const thinking = 41 + 7 * index + 13 * seat;
  return { input: 310 + 101 * index + 17 * seat, output: thinking + 23 + index, thinking };
}

/** The turn that follows when the results of these tools are in the history. */
export function nextTurn(turns: readonly ScriptedTurn[], answered: readonly string[]): ScriptedTurn | undefined {
  return turns[turns.findLastIndex(({ calls }) => calls.some(({ tool }) => answered.includes(tool))) + 1];
}

/** As the scripted provider sends it. */
export function asTurn({ thought, calls, answer, usage }: ScriptedTurn): Turn {
  const output: Item[] = [{ thought }];
  if (answer !== undefined) output.push({ said: answer });
  for (const call of calls) output.push({ call: call.tool, arguments: call.arguments });
  return { output, usage };
}

/**
 * A travel planner on OpenAI Responses: thoughts are summaries with several parts each. It announces its next action
 * (commentary), requests four tools at once and finds a hotel full. The provider stores the conversation
 * (`previous_response_id`).
 */
import OpenAI from 'openai';
import { observe, tool, trace } from '@subtext/sdk';
import { calculate } from '../tools/calculate.ts';
import { openTravelDesk } from '../tools/travel.ts';
import { runTool, step } from './agent.ts';
import type { Agent, Print, Tools } from './agent.ts';

const QUESTION =
  'Two of us want a weekend in Bergen from Oslo, 27 to 29 November. No train before nine, a quiet room, and not more than ' +
  '6,000 kroner for trains and hotel.';

export const trip: Agent = async (print) => {
  const client = observe(new OpenAI(), { environment: 'demo' });
  const plan = () => answer({ client, tools: openTools(), print });
  const context = { user: 'mette', tags: ['planning'], metadata: { travellers: '2', budget: '6000' } };
  const text = await trace('Plan a weekend in Bergen', plan, context);
  print(`answer: ${text}`);
  return [text];
};

async function answer({ client, tools, print }: { client: OpenAI; tools: Tools; print: Print }): Promise<string> {
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: QUESTION }];
  let previous: string | undefined;
  for (;;) {
    const stream = client.responses.stream({
      model: 'gpt-5.4',
      instructions:
        'You plan trips. Say in one sentence what you are about to do before you call tools. Prices are kroner a person.',
      reasoning: { effort: 'medium', summary: 'detailed' },
      tools: TOOLS,
      input,
      previous_response_id: previous,
    });
    const response = await stream.finalResponse();
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return response.output_text;
    previous = response.id;
    input = await Promise.all(calls.map((call) => result(tools, call, print)));
  }
}

async function result(tools: Tools, call: OpenAI.Responses.ResponseFunctionToolCall, print: Print) {
  const outcome = await runTool(tools, call.name, JSON.parse(call.arguments));
  print(step(call.name, call.arguments, outcome));
  return { type: 'function_call_output' as const, call_id: call.call_id, output: outcome.text };
}

function openTools(): Tools {
  const desk = openTravelDesk();
  return {
    search_trains: tool('search_trains', desk.searchTrains),
    find_hotels: tool('find_hotels', desk.findHotels),
    get_weather: tool('get_weather', desk.getWeather),
    find_activities: tool('find_activities', desk.findActivities),
    hold_seats: tool('hold_seats', desk.holdSeats),
    hold_room: tool('hold_room', desk.holdRoom),
    calculate: tool('calculate', ({ expression }: { expression: string }) => calculate(expression)),
  };
}

const text = { type: 'string' };
const number = { type: 'number' };
const TOOLS = [
  defineTool('search_trains', 'Trains of one day.', { from: text, to: text, date: text }),
  defineTool('find_hotels', 'Hotels of a city with price a night and noise.', { city: text }),
  defineTool('get_weather', 'Forecast for a city.', { city: text }),
  defineTool('find_activities', 'Things to do in a city.', { city: text, indoors: { type: 'boolean' } }),
  defineTool('hold_seats', 'Holds seats on a train until tonight.', { train: text, seats: number }),
  defineTool('hold_room', 'Holds a room until tonight.', { hotel: text, nights: number }),
  defineTool('calculate', 'Arithmetic: + - * / ( ).', { expression: text }),
];

function defineTool(
  name: string,
  description: string,
  properties: Record<string, object>,
): OpenAI.Responses.FunctionTool {
  const parameters = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { type: 'function', name, description, parameters, strict: true };
}

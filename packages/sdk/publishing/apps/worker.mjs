// A module worker: every request runs the agent. `env` contains the URLs of the provider and of Subtext.
import * as sdk from '@subtext/sdk';
import OpenAI from 'openai';
import { runAgent } from './agent.mjs';

export default {
  async fetch(_request, env) {
    return Response.json(await runAgent(sdk, OpenAI, env));
  },
};

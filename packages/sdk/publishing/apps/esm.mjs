import * as sdk from '@subtext/sdk';
import OpenAI from 'openai';
import { runAgent } from './agent.mjs';

console.log(JSON.stringify(await runAgent(sdk, OpenAI, JSON.parse(process.env.WHERE))));

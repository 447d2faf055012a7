// One process that loads the package by `import` and by `require`: both share one state.
import { createRequire } from 'node:module';
import * as imported from '@subtext/sdk';
import OpenAI from 'openai';
import { runAgent } from './agent.mjs';

const required = createRequire(import.meta.url)('@subtext/sdk');
const { observe, observeFetch, flush } = required;
const { tool, trace, withContext } = imported;
const twice = (client, options) => observe(imported.observe(client, options), options);
const mixed = { observe: twice, observeFetch, flush, tool, trace, withContext };
console.log(JSON.stringify(await runAgent(mixed, OpenAI, JSON.parse(process.env.WHERE))));

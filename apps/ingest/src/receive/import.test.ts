// Transcripts of coding agents, imported by the real program into a real ingest.
import { spawn } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';

const CLI = join(import.meta.dirname, '../../../../packages/cli/src');
const LONG_AGO = new Date('2026-11-20T13:00:00Z');

let ingest: TestIngest;
let directory: string;

beforeEach(async () => {
  ingest = await startIngest();
  directory = await mkdtemp(join(tmpdir(), 'subtext-import-'));
  await cp(join(CLI, 'import/fixtures'), directory, { recursive: true });
  for (const path of await files()) await utimes(path, LONG_AGO, LONG_AGO);
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
  await ingest.close();
});

async function files(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const mainFile = async () => (await files()).find((path) => /\/claude\/.*\/[^/]{36}\.jsonl$/.test(path))!;

interface Ended {
  code: number | null;
  out: string;
  error: string;
}

function run(parameters: readonly string[], key = ingest.key): Promise<Ended> {
  const env = { PATH: process.env.PATH, SUBTEXT_INGEST_URL: ingest.url, SUBTEXT_API_KEY: key } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [join(CLI, 'main.ts'), 'import', ...parameters], { env });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, out, error })));
}

async function imported(agent: string, ...more: string[]): Promise<Record<string, unknown>> {
  const { code, out, error } = await run([
    agent,
    join(directory, agent === 'codex' ? 'codex' : 'claude'),
    '--json',
    ...more,
  ]);
  expect([code, error]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
}

const traces = () => ingest.database.sql`
  select encode(trace_id, 'hex') as id, asked, session_id, step_count, error_count, generation_count, span_count,
    input_tokens::int as input, output_tokens::int as output, reasoning_tokens::int as reasoning
  from traces order by started_at`;

const calls = () => ingest.database.sql`
  select c.tool_name as tool, c.thinking_state as state, c.status, x.thoughts, x.preamble, x.result
  from tool_calls c
  left join tool_call_texts x using (project_id, day, trace_id, span_id, call_index)
  join spans s using (project_id, day, trace_id, span_id)
  where s.kind = 'tool' order by c.started_at`;

describe('sessions of Claude Code', () => {
  it('become a trace for each prompt, with thoughts, calls, results and usage', async () => {
    expect(await imported('claude-code')).toEqual({
      ...{ files: 2, traces: 2, model_calls: 6, tool_calls: 4, lines_not_read: 0, spans_rejected: 0, dry_run: false },
    });
    expect(await traces()).toMatchObject([
      {
        ...{ asked: 'Why was order 8812 refunded twice?', session_id: '5d1f0c7e-9a51-4b7e-8a70-1f2e3d4c5b6a' },
        ...{ generation_count: 5, span_count: 8, error_count: 0 },
        // 155 + 160 + 212 of the main agent, 24 + 36 of the sub-agent: cached tokens are input, and copies are not counted.
        ...{ input: 587, output: 60 + 90 + 30 + 15 + 22 },
      },
      { asked: 'Fix it.', generation_count: 1, error_count: 1 },
    ]);
    expect(await calls()).toMatchObject([
      {
        ...{ tool: 'Grep', state: 'summary', preamble: 'I look into the log.' },
        thoughts: ['The refunds are in the log. I search it for the order.'],
      },
      { tool: 'Task', state: 'withheld', thoughts: null },
      { tool: 'Read' },
      { tool: 'Edit', status: 'error' },
    ]);
  });

  it('have their sub-agents below the calls that started them', async () => {
    await imported('claude-code');
    const [agent] = await ingest.database.sql`
      select distinct s.agent_name, parent.name as parent from spans s
      join spans parent on parent.trace_id = s.trace_id and parent.span_id = s.parent_span_id
      where s.kind = 'generation'`;
    expect(agent).toEqual({ agent_name: 'Explore', parent: 'execute_tool Task' });
  });

  it('have two sub-agents that ran at once below their own calls, in a recorded session', async () => {
    expect(await run(['claude-code', join(directory, 'recorded-claude'), '--json'])).toMatchObject({
      code: 0,
      error: '',
    });
    const { sql } = ingest.database;
    const spans = await sql`
      select s.agent_name as agent, s.reasoning_effort as effort, parent.name as parent,
        s.started_at >= parent.started_at as "isWithin"
      from spans s left join spans parent on parent.trace_id = s.trace_id and parent.span_id = s.parent_span_id
      where s.kind = 'generation' order by s.agent_name, s.started_at`;
    const below = { effort: 'high', parent: 'execute_tool Agent', isWithin: true };
    expect(spans).toEqual([
      { agent: 'Claude Code', effort: 'high', parent: null, isWithin: null },
      { agent: 'Claude Code', effort: 'high', parent: null, isWithin: null },
      { agent: 'billing', ...below },
      { agent: 'billing', ...below },
      { agent: 'courier', ...below },
      { agent: 'courier', ...below },
    ]);
    const thoughts = await sql`
      select c.tool_name as tool, x.thoughts from tool_calls c
      join tool_call_texts x using (project_id, day, trace_id, span_id, call_index)
      join spans s using (project_id, day, trace_id, span_id) where s.kind = 'tool' order by c.tool_name, c.started_at`;
    const thought = (agent: string) => [`Thought 1 of the ${agent} about A-100002: look at what is known first.`];
    expect(thoughts).toEqual([
      { tool: 'Agent', thoughts: thought('frontDesk') },
      { tool: 'Agent', thoughts: null },
      { tool: 'mcp__shop__get_invoice', thoughts: thought('billing') },
      { tool: 'mcp__shop__get_shipment', thoughts: thought('courier') },
    ]);
  });

  it('count nothing twice when they are imported again, also after they have grown', async () => {
    const path = await mainFile();
    const whole = await readFile(path, 'utf8');
    const lines = whole.trimEnd().split('\n');
    // In the middle of an answer, of which more lines follow.
    await writeFile(path, `${lines.slice(0, 7).join('\n')}\n${lines[7]!.slice(0, 40)}`);
    expect(await imported('claude-code')).toMatchObject({ model_calls: 1, tool_calls: 1, lines_not_read: 1 });
    await writeFile(path, whole);
    await utimes(path, LONG_AGO, LONG_AGO);
    await imported('claude-code');
    const before = await traces();
    await imported('claude-code');
    expect(await traces()).toEqual(before);
    expect(before).toMatchObject([{ generation_count: 5, span_count: 8 }, { generation_count: 1 }]);
    await appendFile(path, `${lines[9]!.replaceAll('msg_03', 'msg_05').replace('10:00:13', '10:00:40')}\n`);
    await utimes(path, LONG_AGO, LONG_AGO);
    await imported('claude-code');
    expect(await traces()).toMatchObject([{ span_count: 8 }, { generation_count: 2, span_count: 3 }]);
  });

  it('keep the calls of an answer together when results come before its last block', async () => {
    const path = await mainFile();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const [call, result] = [lines[4]!, lines[5]!];
    const other = (line: string) => line.replaceAll('toolu_01', 'toolu_09').replaceAll('"Grep"', '"Glob"');
    await writeFile(path, [...lines.slice(0, 6), other(call), other(result), ...lines.slice(6)].join('\n'));
    await utimes(path, LONG_AGO, LONG_AGO);
    expect(await imported('claude-code')).toMatchObject({ model_calls: 6, tool_calls: 5 });
    const tools = (await calls()).map(({ tool }) => String(tool));
    expect(tools.toSorted()).toEqual(['Edit', 'Glob', 'Grep', 'Read', 'Task']);
  });

  it('have sub-agents in the same file, as older versions wrote them', async () => {
    const path = await mainFile();
    const agent = (await files()).find((one) => /\/claude\/.*agent-/.test(one))!;
    const side = (await readFile(agent, 'utf8')).replaceAll('"agentId": "ae267a1", ', '').trimEnd().split('\n');
    const lines = (await readFile(path, 'utf8')).replaceAll('"agentId": "ae267a1", ', '').trimEnd().split('\n');
    await writeFile(path, [...lines.slice(0, 8), ...side.slice(0, 4), ...lines.slice(8)].join('\n'));
    await rm(agent);
    await utimes(path, LONG_AGO, LONG_AGO);
    expect(await imported('claude-code')).toMatchObject({ traces: 2, model_calls: 6, tool_calls: 4 });
    expect(await traces()).toMatchObject([{ generation_count: 5, span_count: 8 }, { generation_count: 1 }]);
  });

  it('leave secrets out, unless they are to be kept', async () => {
    const secret = /sk-ant-api03-(?:Ab1)+/;
    await imported('claude-code');
    const [masked] = await calls();
    expect(masked!.result).toMatch(/refund 8812 by retry; key \[/);
    expect(masked!.result).not.toMatch(secret);
  });

  it('are only counted in a dry run, which needs no key', async () => {
    const { code, out } = await run(['claude-code', join(directory, 'claude'), '--dry-run'], '');
    expect([code, out]).toEqual([0, 'Would import 2 traces with 6 model calls and 4 tool calls from 2 files.\n']);
    expect(await traces()).toEqual([]);
  });
});

describe('sessions of Codex', () => {
  it('become traces with the summaries of thoughts, hidden thinking, and tokens as they were reported', async () => {
    expect(await imported('codex')).toMatchObject({ traces: 1, model_calls: 2, tool_calls: 1 });
    expect(await traces()).toMatchObject([
      {
        ...{ asked: 'List the files.', session_id: '019a2d7a-41c4-78b1-b7cc-a45d62a89cd5', generation_count: 2 },
        ...{ input: 4300, output: 170, reasoning: 84 },
      },
    ]);
    expect(await calls()).toMatchObject([{ tool: 'shell', state: 'summary', thoughts: ['**Listing files**'] }]);
    const before = await traces();
    await imported('codex');
    expect(await traces()).toEqual(before);
  });

  it('become traces from what a newer version recorded', async () => {
    expect(await run(['codex', join(directory, 'recorded-codex'), '--json'])).toMatchObject({ code: 0, error: '' });
    expect(await traces()).toMatchObject([
      { asked: 'Which files are there?', generation_count: 2, error_count: 0, input: 2401, output: 160, reasoning: 80 },
    ]);
    expect(await calls()).toMatchObject([
      {
        ...{ tool: 'exec_command', state: 'summary' },
        ...{ thoughts: ['**Looking at the log**\n\nI list the files first.'] },
        result: expect.stringContaining('refunds.log'),
      },
    ]);
  });
});

describe('what cannot be imported', () => {
  it('is said with what to do', async () => {
    const path = join(directory, 'claude');
    expect(await run(['claude-code', join(directory, 'nowhere')])).toMatchObject({
      code: 1,
      error: expect.stringContaining('There is nothing at'),
    });
    expect(await run(['claude-code', path], 'sbtx_live_unknown')).toMatchObject({
      code: 1,
      error: expect.stringContaining('set SUBTEXT_API_KEY to one with the scope "ingest"'),
    });
    expect(await run(['emacs', path])).toMatchObject({ code: 2, error: expect.stringContaining('claude-code, codex') });
  });

  it('is a line, not the file', async () => {
    await appendFile(await mainFile(), 'no JSON\n{"type":"assistant"}\n[1]\n');
    await utimes(await mainFile(), LONG_AGO, LONG_AGO);
    expect(await imported('claude-code')).toMatchObject({ model_calls: 6, lines_not_read: 2 });
  });
});

// The JUnit file as its readers read it: by a strict XML parser, against the schema that Jenkins publishes for JUnit.
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import type { Verdict } from './judge.ts';
import { parseCondition } from './condition.ts';
import type { Comparison } from './comparison.ts';
import { junitXml } from './junit.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Throws for what is not well-formed XML. */
function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => void (open.at(-1)!.text += text));
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

interface Rule {
  attributes: readonly string[];
  required?: readonly string[];
  children: readonly string[];
  hasText?: boolean;
}

/** junit-10.xsd of the Jenkins xUnit plugin. */
const SCHEMA: Record<string, Rule> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors', 'disabled'], children: ['testsuite'] },
  testsuite: {
    attributes: ['name', 'tests', 'failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id'],
    required: ['name', 'tests'],
    children: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    attributes: ['name', 'classname', 'assertions', 'time', 'status'],
    required: ['name', 'classname'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], children: [], hasText: true },
  error: { attributes: ['type', 'message'], children: [], hasText: true },
  'system-out': { attributes: [], children: [], hasText: true },
};
const NUMBERS = new Set(['tests', 'failures', 'errors', 'time', 'disabled', 'skipped']);

/** What the schema does not allow. */
function violations({ name, attributes, children, text }: Element): string[] {
  const rule = SCHEMA[name];
  if (!rule) return [`<${name}>`];
  const unknown = Object.keys(attributes).filter((attribute) => !rule.attributes.includes(attribute));
  const missing = (rule.required ?? []).filter((attribute) => !(attribute in attributes));
  const noNumbers = Object.entries(attributes).filter(([key, value]) => NUMBERS.has(key) && !/^\d+$/.test(value));
  const misplaced = children.filter((child) => !rule.children.includes(child.name));
  return [
    ...[...unknown, ...missing, ...noNumbers.map(String)].map((attribute) => `<${name} ${attribute}>`),
    ...misplaced.map((child) => `<${child.name}> in <${name}>`),
    ...(!rule.hasText && text.trim() !== '' ? [`text in <${name}>`] : []),
    ...children.flatMap(violations),
  ];
}

const COMPARISON: Comparison = {
  url: 'https://subtext.example/p/shop/releases?a=1&b=2',
  a: { value: '<1> & "one"', runs: 40, capped: false, services: [], runs_url: '' },
  b: { value: '2\u0000\ud800 ]]>', runs: 40, capped: false, services: [], runs_url: '' },
  ...{ figures: [], tools: [], pairs: { pairs: 0, tasks: 0, same: 0, forks: [] } },
};

const verdict = (text: string, state: Verdict['state'], message = 'B 150.'): Verdict => ({
  ...{ condition: parseCondition(text), state, message },
});

it('is XML of the schema with one test case for each condition, whatever the names are', () => {
  const hostile = '</failure><x a="1">\u0001\n\t& "quoted" ]]> \u{1f9ed}';
  const root = parsed(
    junitXml(COMPARISON, [
      verdict('thinking > +30%', 'failed', hostile),
      verdict('thinking > +90%', 'passed'),
      verdict('"calls:a <tool> & \'b\'" > 1', 'unknown', hostile),
    ]),
  );
  expect(violations(root)).toEqual([]);
  const [suite] = root.children;
  const counts = { name: 'Subtext: <1> & "one" and 2\ufffd\ufffd ]]>', tests: '3', failures: '1', errors: '1' };
  expect([root.attributes, suite!.attributes]).toMatchObject([counts, counts]);
  expect(suite!.children.map(({ attributes }) => attributes.name)).toEqual([
    'fail if thinking > +30%',
    'fail if thinking > +90%',
    'fail if "calls:a <tool> & \'b\'" > 1',
  ]);
  expect(suite!.children.map(({ children }) => children.map(({ name }) => name))).toEqual([
    ['failure', 'system-out'],
    ['system-out'],
    ['error', 'system-out'],
  ]);
  const [failure] = suite!.children[0]!.children;
  expect(failure!.text).toBe(`${hostile.replace('\u0001', '\ufffd')}\n${COMPARISON.url}`);
  expect(failure!.attributes.message).toBe('</failure><x a="1">\ufffd  & "quoted" ]]> \u{1f9ed}');
});

it('is XML of the schema without any condition', () => {
  expect(violations(parsed(junitXml(COMPARISON, [])))).toEqual([]);
});

it('would show what is wrong with another file', () => {
  const wrong = '<testsuites><testsuite name="a" tests="x"><failure/>words</testsuite></testsuites>';
  expect(violations(parsed(wrong))).toEqual(['<testsuite tests,x>', '<failure> in <testsuite>', 'text in <testsuite>']);
  expect(() => parsed('<testsuites><testsuite></testsuites>')).toThrow();
});

/** Verdicts as a JUnit file: one test case for each condition, in the form that GitHub, GitLab and Jenkins read. */
import type { Comparison } from './comparison.ts';
import type { Verdict } from './judge.ts';

export function junitXml({ url, a, b }: Comparison, verdicts: readonly Verdict[]): string {
  const number = (state: Verdict['state']) => verdicts.filter((verdict) => verdict.state === state).length;
  const suite = `name="${attribute(`Subtext: ${a.value} and ${b.value}`)}" tests="${verdicts.length}" failures="${number('failed')}" errors="${number('unknown')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${suite} time="0">`,
    `  <testsuite ${suite} skipped="0" time="0">`,
    ...verdicts.flatMap((verdict) => testCase(verdict, url)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ condition, state, message }: Verdict, url: string): string[] {
  return [
    `    <testcase classname="subtext.compare" name="${attribute(`fail if ${condition.text}`)}" time="0">`,
    ...(state === 'failed' ? [problem('failure', 'condition', { message, url })] : []),
    ...(state === 'unknown' ? [problem('error', 'unknown', { message, url })] : []),
    `      <system-out>${content(`${message}\n${url}`)}</system-out>`,
    '    </testcase>',
  ];
}

const problem = (element: string, type: string, { message, url }: { message: string; url: string }): string =>
  `      <${element} type="${type}" message="${attribute(message)}">${content(`${message}\n${url}`)}</${element}>`;

/** What XML 1.0 does not allow, even escaped. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const content = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const attribute = (text: string): string =>
  content(text)
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, ' ');

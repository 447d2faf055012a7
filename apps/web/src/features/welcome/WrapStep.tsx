'use client';
import { parseAsStringLiteral } from 'nuqs';
import { useQueryState } from '../../lib/address/address-state.ts';
import { CopyLine } from '../../components/controls/CopyLine.tsx';
import { Tabs } from '../../components/controls/Tabs.tsx';
import {
  curlLines,
  installLine,
  LANGUAGE_NAMES,
  LANGUAGES,
  otlpLines,
  wrapLines,
  type Language,
  type SnippetInput,
} from './snippets.ts';
import styles from './welcome.module.css';

const LANGUAGE = parseAsStringLiteral(LANGUAGES).withDefault('ts');

export function WrapStep({ input }: { input: SnippetInput }) {
  const [language, setLanguage] = useQueryState('lang', LANGUAGE);
  const contents: Record<Language, React.ReactNode> = {
    ts: (
      <>
        <CopyLine name="the command" text={installLine(input)} />
        <CopyLine name="the code" text={wrapLines()} />
        <p className={styles.note}>The client stays what it was; its calls are the same, byte for byte.</p>
      </>
    ),
    otlp: (
      <>
        <CopyLine name="the environment" text={otlpLines(input)} />
        <p className={styles.note}>Spans with the GenAI semantic conventions are read, from any language.</p>
      </>
    ),
    curl: (
      <>
        <CopyLine name="the command" text={curlLines(input)} />
        <p className={styles.note}>Sends a made-up run: a thought, the tool call it led to, and the answer.</p>
      </>
    ),
  };
  return (
    <Tabs
      label="How to send"
      value={language}
      onChange={(value) => void setLanguage(value)}
      items={LANGUAGES.map((value) => ({
        value,
        label: LANGUAGE_NAMES[value],
        content: <div className={styles.stack}>{contents[value]}</div>,
      }))}
    />
  );
}

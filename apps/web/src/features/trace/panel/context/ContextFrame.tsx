// What surrounds the messages of a request: the system prompt, and the tools with their schemas. Folded.
import { PlainText } from '../../../../components/text/PlainText.tsx';
import { exactCount, plural } from '../../../../lib/figures/format.ts';
import type { TraceAddress } from '../../navigation/trace-address.ts';
import { ContextText } from './ContextText.tsx';
import { shareWords } from './context-words.ts';
import type { ModelContext } from './use-model-context.ts';
import styles from './context.module.css';

interface FrameProps {
  address: TraceAddress;
  spanId: string;
  seen: ModelContext;
  find: string;
}

export function SystemPrompt({ seen, ...parts }: FrameProps) {
  return seen.system.map(({ characters, preview }, index) => (
    <ContextText
      key={index}
      {...parts}
      place={{ section: 'system', index, part: 0 }}
      voice="saying"
      head={<strong className={styles.part}>System prompt</strong>}
      share={shareWords(characters, seen)}
      preview={preview}
      characters={characters}
    />
  ));
}

export function Tools({ seen, ...parts }: FrameProps) {
  const { tools, toolCount, toolCharacters } = seen;
  if (toolCount === 0) return null;
  return (
    <details className={styles.group}>
      <summary>
        {plural(toolCount, 'tool')} offered <span className={styles.share}>{shareWords(toolCharacters, seen)}</span>
      </summary>
      {tools.map(({ name, characters }, index) => (
        <ContextText
          key={index}
          {...parts}
          place={{ section: 'tool', index, part: 0 }}
          voice="doing"
          head={
            <code className={styles.tool}>
              <PlainText text={name} />
            </code>
          }
          share={shareWords(characters, seen)}
          preview=""
          characters={characters}
        />
      ))}
      {toolCount > tools.length && <p>{exactCount(toolCount - tools.length)} more are in the Raw view.</p>}
    </details>
  );
}

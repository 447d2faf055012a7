'use client';
// The thoughts before a call, block by block, in their original order.
import { exactCount } from '../../../lib/figures/format.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { isHidden } from '../../../lib/figures/thinking.ts';
import { TextBlock } from '../text/TextBlock.tsx';
import { useCallText } from '../text/use-call-text.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import styles from './panel.module.css';

const MAX_BLOCKS = 50;

interface ThoughtsProps {
  address: TraceAddress;
  textKey: string;
  state: Step['thought']['state'];
  find: string;
  isGrowing?: boolean;
}

export function Thoughts({ address, textKey, state, find, isGrowing = false }: ThoughtsProps) {
  const { data } = useCallText(address, { key: textKey, field: 'thought' });
  const blocks = Math.max(1, data?.blocks ?? 1);
  return (
    <div className={styles.thoughts} data-hidden={isHidden(state) || undefined}>
      {Array.from({ length: Math.min(blocks, MAX_BLOCKS) }, (_, block) => (
        <TextBlock
          key={block}
          address={address}
          text={{ key: textKey, field: 'thought', block }}
          voice="thinking"
          find={find}
          isGrowing={isGrowing}
        />
      ))}
      {blocks > MAX_BLOCKS && <p>{exactCount(blocks - MAX_BLOCKS)} more thoughts are in the Raw view.</p>}
    </div>
  );
}

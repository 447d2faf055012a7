// The actions for the step in the panel.
import { copy, copyLink } from '../../../lib/files/copy.ts';
import { MoreHorizontal } from 'lucide-react';
import { IconButton } from '../../../components/controls/Button.tsx';
import { Menu } from '../../../components/controls/Menu.tsx';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import { copyStep } from '../navigation/step-actions.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import type { StepView } from './step-view.ts';

export function StepMenu({ address, step, onTravel, onConversation }: StepView) {
  const refusal = useTextRefusal();
  const conversation = { id: 'conversation', label: 'Conversation as of this step…', onSelect: onConversation };
  const travel = { id: 'travel', label: 'Time travel to this step', onSelect: () => onTravel(step.number) };
  const markdown = { id: 'markdown', label: 'Copy as Markdown', onSelect: () => void copyStep(address, step) };
  const link = { id: 'link', label: 'Copy link', onSelect: () => void copyLink() };
  const fork = { id: 'fork', label: 'Copy command to fork from here', onSelect: () => void copyFork(address, step) };
  return (
    <Menu
      trigger={
        <IconButton label={`More about step ${step.number}`}>
          <MoreHorizontal size={14} aria-hidden />
        </IconButton>
      }
      items={refusal ? [travel, link] : [conversation, travel, fork, markdown, link]}
    />
  );
}

async function copyFork({ trace }: TraceAddress, { number }: Step): Promise<void> {
  const command = `npx subtext fork ${trace}@${number} -- node agent.js`;
  await copy(command, 'Command copied: put the program of the agent behind --');
}

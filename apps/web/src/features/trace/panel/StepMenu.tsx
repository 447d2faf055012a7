// The actions for the step in the panel.
import { copyLink } from '../../../lib/files/copy.ts';
import { MoreHorizontal } from 'lucide-react';
import { IconButton } from '../../../components/controls/Button.tsx';
import { Menu } from '../../../components/controls/Menu.tsx';
import { useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import { copyStep } from '../navigation/step-actions.ts';
import type { StepView } from './step-view.ts';

export function StepMenu({ address, step, onTravel, onConversation }: StepView) {
  const refusal = useTextRefusal();
  const conversation = { id: 'conversation', label: 'Conversation as of this step…', onSelect: onConversation };
  const travel = { id: 'travel', label: 'Time travel to this step', onSelect: () => onTravel(step.number) };
  const markdown = { id: 'markdown', label: 'Copy as Markdown', onSelect: () => void copyStep(address, step) };
  const link = { id: 'link', label: 'Copy link', onSelect: () => void copyLink() };
  return (
    <Menu
      trigger={
        <IconButton label={`More about step ${step.number}`}>
          <MoreHorizontal size={14} aria-hidden />
        </IconButton>
      }
      items={refusal ? [travel, link] : [conversation, travel, markdown, link]}
    />
  );
}

// What can be done with the step of the panel.
import { MoreHorizontal } from 'lucide-react';
import { IconButton } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { copyLink, copyStep } from './step-actions.ts';
import type { StepView } from './step-view.ts';

export function StepMenu({ address, step, onTravel, onConversation }: StepView) {
  return (
    <Menu
      trigger={
        <IconButton label={`More about step ${step.number}`}>
          <MoreHorizontal size={14} aria-hidden />
        </IconButton>
      }
      items={[
        { id: 'conversation', label: 'Conversation as of this step…', onSelect: onConversation },
        { id: 'travel', label: 'Time travel to this step', onSelect: () => onTravel(step.number) },
        { id: 'markdown', label: 'Copy as Markdown', onSelect: () => void copyStep(address, step) },
        { id: 'link', label: 'Copy link', onSelect: () => void copyLink() },
      ]}
    />
  );
}

// The whole trace as a file. The server streams it; nothing of it passes through the page.
import { Download } from 'lucide-react';
import { IconButton } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { tracePath } from '../../lib/pages.ts';
import type { TraceAddress } from './trace-address.ts';

export function ExportMenu({ address }: { address: TraceAddress }) {
  const save = (as: 'json' | 'markdown') => {
    const link = document.createElement('a');
    link.href = `${tracePath(address.project, address.trace)}/export?as=${as}`;
    link.download = '';
    link.click();
  };
  return (
    <Menu
      trigger={
        <IconButton label="Download the trace">
          <Download size={16} aria-hidden />
        </IconButton>
      }
      items={[
        { id: 'json', label: 'Download as JSON', onSelect: () => save('json') },
        { id: 'markdown', label: 'Download as Markdown', onSelect: () => save('markdown') },
      ]}
    />
  );
}

import { Rows3 } from 'lucide-react';
import { Button } from '../../../components/controls/Button.tsx';
import { Menu } from '../../../components/controls/Menu.tsx';
import { DENSITIES, type Density } from './density.ts';

/** Selects the height of rows. */
export function DensityMenu({ density, onChange }: { density: Density; onChange: (density: Density) => void }) {
  return (
    <Menu
      trigger={
        <Button>
          <Rows3 size={14} aria-hidden /> <span className="word">Density</span>
        </Button>
      }
      items={DENSITIES.map(({ id, label }) => ({
        id,
        label,
        checked: id === density,
        onSelect: () => onChange(id),
      }))}
    />
  );
}

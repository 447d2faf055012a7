// A link that compares this trace with another one, which the user selects on the next screen.
import { ArrowLeftRight } from 'lucide-react';
import { IconLink } from '../../../components/IconLink.tsx';
import { useLabel } from '../../../lib/keyboard/use-key-words.ts';
import { comparePath } from '../../../lib/pages.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

export function CompareLink({ address: { project, trace } }: { address: TraceAddress }) {
  return (
    <IconLink label={useLabel('Compare with another trace', 'compare')} href={comparePath(project, trace)}>
      <ArrowLeftRight size={16} aria-hidden />
    </IconLink>
  );
}

// Renders the icons of lucide-react instead of its own factory (next.config.ts), which is as large as all icons of a
// page together, for options that are not used here.
import { createElement, type SVGProps } from 'react';

interface IconData {
  size: number;
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

function createIcon({ size: drawn, node }: IconData) {
  return function Icon({ size = drawn, ...props }: SVGProps<SVGSVGElement> & { size?: number }) {
    const look = {
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    } as const;
    const shapes = node.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }));
    return createElement(
      'svg',
      { ...look, width: size, height: size, viewBox: `0 0 ${drawn} ${drawn}`, ...props },
      ...shapes,
    );
  };
}

export { createIcon as default };

/** The logo: a thought rail beside an action. Decorative; the name stands beside it. */
export function Logo({ size = 18 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden focusable="false">
      <g fill="var(--thought-rail)">
        <rect x="1" y="2" width="4" height="4" rx="1" />
        <rect x="1" y="8" width="4" height="4" rx="1" />
        <rect x="1" y="14" width="4" height="4" rx="1" />
      </g>
      <rect x="8" y="2" width="11" height="4" rx="1" fill="var(--ink)" />
      <rect x="8" y="8" width="7" height="4" rx="1" fill="var(--ink)" />
      <rect x="8" y="14" width="9" height="4" rx="1" fill="var(--part-no-text)" />
    </svg>
  );
}

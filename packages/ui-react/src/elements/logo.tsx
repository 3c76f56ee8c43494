/** Three stacked decks. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="var(--accent)" aria-hidden>
      <path d="M12 2.5 22 7.6 12 12.7 2 7.6Z" />
      <path d="M4.6 10.7 12 14.5l7.4-3.8L22 12 12 17.1 2 12Z" opacity=".72" />
      <path d="M4.6 15.1 12 18.9l7.4-3.8L22 16.4 12 21.5 2 16.4Z" opacity=".45" />
    </svg>
  )
}

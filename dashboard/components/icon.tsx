/** Line icons on a grid of 24, drawn after Lucide's manner (ISC). */
const paths = {
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  radio:
    'M12 12h.01M8.5 15.5a5 5 0 010-7M15.5 8.5a5 5 0 010 7M5.6 18.4a9 9 0 010-12.8M18.4 5.6a9 9 0 010 12.8',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5h.01M8 16.5h.01',
  sliders: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  rss: 'M5 19h.01M5 12a7 7 0 017 7M5 5a14 14 0 0114 14',
  bird: 'M4 18c6 2 13-1 13-9a4 4 0 00-8 0M17 8l3 1-3 2M13 8h.01M9 17l-2 4M13 17l1 4',
  bell: 'M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4',
  target: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 8a4 4 0 100 8 4 4 0 000-8z',
  stack: 'M12 4l8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4',
  user: 'M12 4a4 4 0 100 8 4 4 0 000-8zM5 20c1-4 4-5 7-5s6 1 7 5',
  pin: 'M12 21c-4-5-6-8-6-11a6 6 0 0112 0c0 3-2 6-6 11zM12 8a2 2 0 100 4 2 2 0 000-4z',
  gear: 'M12 9a3 3 0 100 6 3 3 0 000-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3 2',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12l5 5 9-10',
  plus: 'M12 5v14M5 12h14',
  pause: 'M9 5v14M15 5v14',
  play: 'M7 5l11 7-11 7z',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  seal: 'M12 3l2.3 1.7 2.9-.2.8 2.8 2.4 1.6-1 2.7 1 2.7-2.4 1.6-.8 2.8-2.9-.2L12 20.2l-2.3-1.7-2.9.2-.8-2.8-2.4-1.6 1-2.7-1-2.7 2.4-1.6.8-2.8 2.9.2zM9 12l2 2 4-4',
  alert: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  book: 'M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  layers: 'M9 8l-5 4 5 4M15 8l5 4-5 4M13 5l-2 14',
  network: 'M10 3h4v4h-4zM4 17h4v4H4zM16 17h4v4h-4zM12 7v5M6 17v-5h12v5',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 14l2 2 4-4',
  key: 'M8 11a4 4 0 100 8 4 4 0 000-8zM11 12l8-8M16 7l3 3',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

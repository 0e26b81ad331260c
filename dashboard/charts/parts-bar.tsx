import type { ComponentChildren } from 'preact';
import { share, short } from '../format/numbers.ts';

export interface Part {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly value: number;
  readonly href: string;
}

/** Shows parts of a whole: one bar, and below it each part with its number, which leads to the counted rows. */
export function PartsBar({ label, parts }: { label: string; parts: readonly Part[] }) {
  const all = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <div class="stack tight">
      <div class="parts" aria-hidden="true">
        {parts.map(({ key, value }, index) => (
          <span key={key} class={`series-${index % 6}`} style={{ flexGrow: value }} />
        ))}
      </div>
      <ul class="part-list" aria-label={label}>
        {parts.map(({ key, label: text, value, href }, index) => (
          <li key={key}>
            <i class={`key series-${index % 6}`} />
            <a href={href}>{text}</a>
            <span class="number soft">{short(value)}</span>
            <span class="number faint">{share(value, all)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

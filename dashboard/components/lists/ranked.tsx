import type { ComponentChildren } from 'preact';
import { short } from '../../format/numbers.ts';

export interface RankedItem {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly href: string;
  readonly value: number;
  /** Beside the number, such as how it changed. */
  readonly note?: ComponentChildren;
}

/** Shows a list ranked by count, each entry with a bar of its share; every row leads to the queries that it counts. */
export function Ranked({ items }: { items: readonly RankedItem[] }) {
  const most = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ol class="ranked">
      {items.map(({ key, label, href, value, note }) => (
        <li key={key}>
          <a href={href}>{label}</a>
          <span class="number small">{note}</span>
          <span class="number">{short(value)}</span>
          <span class="bar" style={{ inlineSize: `${(value / most) * 100}%` }} />
        </li>
      ))}
    </ol>
  );
}

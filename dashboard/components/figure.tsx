import type { ComponentChildren } from 'preact';
import { growth } from '../format/numbers.ts';
import { texts } from '../texts/en/common.ts';

/** Shows a number that matters, with its name, how it changed, and the rows behind it. */
export function Figure({
  what,
  value,
  href,
  note,
  hero = false,
}: {
  what: string;
  value: string;
  href: string;
  note?: ComponentChildren;
  hero?: boolean;
}) {
  return (
    <a class={hero ? 'figure hero' : 'figure'} href={href}>
      <span class="what">{what}</span>
      <span class="value">{value}</span>
      <span class="change">{note}</span>
    </a>
  );
}

/** Shows the growth of a number since the period before; shows nothing if no comparison was asked for. */
export function Change({
  now,
  before,
  long = false,
}: {
  now: number;
  before: number | undefined;
  long?: boolean;
}) {
  if (before === undefined) return null;
  if (before === 0) return <>{texts.change.fresh}</>;
  const grown = growth(now, before)!;
  return (
    <span title={texts.change.since(grown)}>
      {now === before ? texts.change.same : long ? texts.change.since(grown) : grown}
    </span>
  );
}

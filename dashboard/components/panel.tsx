import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a page under a heading of its own. */
export function Panel({
  title,
  tools,
  children,
}: {
  title: string;
  tools?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

/** A table that scrolls by itself on a narrow screen, also by keyboard. */
export function TableScroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="table-scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

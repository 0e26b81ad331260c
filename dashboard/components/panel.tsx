import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** Shows a part of a page under a heading of its own. */
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

/**
 * Shows a table that scrolls by itself on a narrow screen, also by keyboard. On a narrow screen each row is a card: its
 * cells stand below each other, each behind the head of its column, which is why the heads are written to the cells.
 */
export function TableScroll({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const table = element.current?.querySelector<HTMLTableElement>('table.table');
    if (table == null) return;
    const name = () => nameCells(table);
    name();
    const observer = new MutationObserver(name);
    observer.observe(table, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} class="table-scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

function nameCells(table: HTMLTableElement): void {
  const heads = Array.from(table.tHead?.rows[0]?.cells ?? [], (cell) =>
    cell.querySelector('.unseen') === null ? (cell.textContent ?? '') : '',
  );
  for (const body of table.tBodies) {
    for (const row of body.rows) {
      for (const [index, cell] of Array.from(row.cells).entries()) {
        const head = heads[index] ?? '';
        if (cell.dataset.head !== head) cell.dataset.head = head;
      }
    }
  }
}

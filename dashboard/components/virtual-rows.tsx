import { useSignal } from '@preact/signals';
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const overscan = 12;

/**
 * Shows rows of one height, and keeps only the ones in sight in the document. `onEnd` is called when the end comes
 * near.
 */
export function VirtualRows<Row>({
  rows,
  rowHeight,
  keyOf,
  render,
  onEnd,
  onScroll,
  shown,
  label,
  head,
}: {
  rows: readonly Row[];
  rowHeight: number;
  keyOf: (row: Row, index: number) => string | number;
  render: (row: Row, index: number) => ComponentChildren;
  onEnd?: () => void;
  /** Is told whether the top is in sight. */
  onScroll?: (atTop: boolean) => void;
  /** A row that has to be in sight. */
  shown?: number | undefined;
  label: string;
  /** Stays in sight above the rows. */
  head?: ComponentChildren;
}) {
  const element = useRef<HTMLDivElement>(null);
  const moved = useSignal(0);
  const held = useRef<Virtualizer<HTMLDivElement, Element> | undefined>(undefined);
  const options = {
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    overscan,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => {
      moved.value++;
    },
  };
  held.current ??= new Virtualizer(options);
  const virtualizer = held.current;
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  useEffect(() => {
    if (shown !== undefined) virtualizer.scrollToIndex(shown);
  }, [shown]);
  // Read, so that a scroll renders anew.
  void moved.value;
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - overscan) onEnd?.();
  }, [last >= rows.length - overscan, rows.length]);
  return (
    <div
      ref={element}
      class="virtual"
      role="rowgroup"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => onScroll?.(event.currentTarget.scrollTop < rowHeight)}
    >
      {head}
      <div role="presentation" style={{ blockSize: `${virtualizer.getTotalSize()}px`, position: 'relative' }}>
        {items.map(({ index, start }) => (
          <div
            key={keyOf(rows[index]!, index)}
            role="presentation"
            class="virtual-row"
            style={{ transform: `translateY(${start}px)`, blockSize: `${rowHeight}px` }}
          >
            {render(rows[index]!, index)}
          </div>
        ))}
      </div>
    </div>
  );
}

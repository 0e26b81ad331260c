import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Rows beyond what is in sight, on either side. */
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
  const height = useSignal(0);
  /** Whole rows above what is in sight: a scroll within a row renders nothing. */
  const above = useSignal(0);
  useLayoutEffect(() => {
    const scrolled = element.current!;
    height.value = scrolled.clientHeight;
    const observer = new ResizeObserver(() => {
      height.value = scrolled.clientHeight;
    });
    observer.observe(scrolled);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    above.value = Math.floor(element.current!.scrollTop / rowHeight);
  }, [rowHeight, rows.length]);
  useEffect(() => {
    if (shown !== undefined) bringIntoSight(element.current!, shown, rowHeight);
  }, [shown]);
  const first = Math.max(0, above.value - overscan);
  const end = Math.min(rows.length, above.value + Math.ceil(height.value / rowHeight) + overscan);
  const isNearEnd = end >= rows.length - overscan;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, rows.length]);
  return (
    <div
      ref={element}
      class="virtual"
      role="rowgroup"
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop } }) => {
        above.value = Math.floor(scrollTop / rowHeight);
        onScroll?.(scrollTop < rowHeight);
      }}
    >
      {head}
      <div role="presentation" style={{ blockSize: `${rows.length * rowHeight}px`, position: 'relative' }}>
        {rows.slice(first, end).map((row, offset) => (
          <div
            key={keyOf(row, first + offset)}
            role="presentation"
            class="virtual-row"
            style={{
              transform: `translateY(${(first + offset) * rowHeight}px)`,
              blockSize: `${rowHeight}px`,
            }}
          >
            {render(row, first + offset)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Scrolls no further than needed; what stays above the rows hides none of them. */
function bringIntoSight(scrolled: HTMLElement, index: number, rowHeight: number): void {
  const headHeight = (scrolled.firstElementChild as HTMLElement).offsetTop === 0 ? rowHeight : 0;
  const top = index * rowHeight;
  const bottom = top + rowHeight + headHeight;
  if (top < scrolled.scrollTop) scrolled.scrollTop = top;
  else if (bottom > scrolled.scrollTop + scrolled.clientHeight)
    scrolled.scrollTop = bottom - scrolled.clientHeight;
}

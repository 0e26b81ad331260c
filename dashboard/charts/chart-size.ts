import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Measures the width of an element, in CSS pixels: charts are drawn to it rather than stretched. */
export function useWidth<Part extends HTMLElement>(first = 640): [RefObject<Part | null>, Signal<number>] {
  const element = useRef<Part>(null);
  const width = useSignal(first);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const seen = Math.round(entry!.contentRect.width);
      if (seen > 0) width.value = seen;
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

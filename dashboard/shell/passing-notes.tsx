import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { toasts } from '../app/toasts.ts';

/** The distance from the edges of the window, with as much again towards the page. */
const margin = 32;

/** Shows what was done, in passing: below, or above if it would lie over what has the focus. */
export function PassingNotes() {
  const element = useRef<HTMLDivElement>(null);
  const above = useSignal(false);
  const notes = toasts.value;
  useLayoutEffect(() => {
    if (notes.length === 0) return undefined;
    const giveWay = () => {
      above.value = element.current !== null && isBelow(element.current, document.activeElement);
    };
    // The browser scrolls to what has the focus after it says so.
    const onFocus = () => requestAnimationFrame(giveWay);
    giveWay();
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [notes]);
  return (
    <div ref={element} class={above.value ? 'toasts above' : 'toasts'} role="status">
      {notes.map(({ id, text }) => (
        <div key={id}>{text}</div>
      ))}
    </div>
  );
}

/** Tells whether the middle of what is seen of a control lies where the notes have their place. */
function isBelow(notes: Element, control: Element | null): boolean {
  if (control === null || control === document.body) return false;
  const { width, height } = notes.getBoundingClientRect();
  const { top, bottom, right } = control.getBoundingClientRect();
  const middle = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
  return right > innerWidth - width - margin && middle > innerHeight - height - margin;
}

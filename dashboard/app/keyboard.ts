import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export interface Shortcut {
  /** A key such as `/`, or two after another such as `g q`. */
  readonly keys: string;
  readonly text: string;
  run(): void;
}

/** The shortcuts are the keys of the page that is shown and of all pages, for the list behind `?`. */
export const shortcuts = signal<readonly Shortcut[]>([]);
const sequenceMs = 1_200;

/** Installs shortcuts that work while the component is there. */
export function useShortcuts(mine: readonly Shortcut[]): void {
  const latest = useRef(mine);
  latest.current = mine;
  useEffect(
    () => {
      // What a key does changes with what is shown; which keys there are does not.
      const held = mine.map(({ keys, text }, index) => ({
        keys,
        text,
        run: () => latest.current[index]?.run(),
      }));
      shortcuts.value = [...shortcuts.value, ...held];
      return () => {
        shortcuts.value = shortcuts.value.filter((one) => !held.includes(one));
      };
    },
    mine.map(({ keys }) => keys),
  );
}

/** Listens for the keys. Called once. */
export function startKeyboard(): void {
  let begun: { key: string; at: number } | undefined;
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
    const pair =
      begun !== undefined && event.timeStamp - begun.at < sequenceMs ? `${begun.key} ${event.key}` : '';
    const found =
      shortcuts.value.findLast(({ keys }) => keys === pair) ??
      shortcuts.value.findLast(({ keys }) => keys === event.key);
    begun = found === undefined ? { key: event.key, at: event.timeStamp } : undefined;
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}

import { signal } from '@preact/signals';

/** The time for what is told relative to it, in milliseconds since 1970; moves every ten seconds. */
export const now = signal(Date.now());

/** Starts the clock; it is called once. */
export function startClock(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') now.value = Date.now();
  }, 10_000);
}

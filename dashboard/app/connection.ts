import { signal } from '@preact/signals';

/** Whether the last question found no collector. */
export const lost = signal(false);
/** Whether the collector no longer knows the session. */
export const sessionEnded = signal(false);

import { signal } from '@preact/signals';

/** The signal `lost` tells whether the last question found no collector. */
export const lost = signal(false);
/** The signal `sessionEnded` tells whether the collector no longer knows the session. */
export const sessionEnded = signal(false);

import type { Feed } from '../ports/threats/feed.ts';

const hour = 3_600;
const megabyte = 1_048_576;

type Defaulted = 'everySeconds' | 'leastSeconds' | 'maxBytes' | 'weight' | 'severity' | 'isDefault';

/** Declares a feed: one file, one feed. What is left out is what most publishers ask for. */
export function defineFeed(feed: Omit<Feed, Defaulted> & Partial<Pick<Feed, Defaulted>>): Feed {
  return {
    everySeconds: 6 * hour,
    leastSeconds: hour,
    maxBytes: 32 * megabyte,
    weight: 0.5,
    severity: 'medium',
    isDefault: false,
    ...feed,
  };
}

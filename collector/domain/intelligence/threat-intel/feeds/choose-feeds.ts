import type { Feed } from '../../../../ports/threats/feed.ts';

/** The feeds of a choice, and the ids in it that are no feed's. */
export function chooseFeeds(
  feeds: readonly Feed[],
  choice: 'none' | 'all' | readonly string[],
): { enabled: readonly Feed[]; unknown: readonly string[] } {
  if (choice === 'all') return { enabled: feeds, unknown: [] };
  if (choice === 'none') return { enabled: [], unknown: [] };
  return {
    enabled: feeds.filter(({ id }) => choice.includes(id)),
    unknown: choice.filter((wanted) => !feeds.some(({ id }) => id === wanted)),
  };
}

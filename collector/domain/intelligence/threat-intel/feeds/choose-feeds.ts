import type { Feed } from '../../../../ports/threats/feed.ts';

/** A choice of feeds is as the settings say it: `default` stands among ids for the feeds that anybody may use. */
export type FeedChoice = 'none' | 'all' | readonly string[];

/** Finds the feeds of a choice, and the ids in it that are no feed's. */
export function chooseFeeds(
  feeds: readonly Feed[],
  choice: FeedChoice,
): { enabled: readonly Feed[]; unknown: readonly string[] } {
  if (choice === 'all') return { enabled: feeds, unknown: [] };
  if (choice === 'none') return { enabled: [], unknown: [] };
  const withDefaults = choice.includes('default');
  return {
    enabled: feeds.filter(({ id, isDefault }) => choice.includes(id) || (withDefaults && isDefault)),
    unknown: choice.filter((wanted) => wanted !== 'default' && !feeds.some(({ id }) => id === wanted)),
  };
}

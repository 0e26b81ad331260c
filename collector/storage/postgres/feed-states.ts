import type { FeedState, FeedStateStore } from '../../ports/threats/feeds.ts';
import type { Postgres } from './pool.ts';
import { storableJson } from './storable-text.ts';

export function createFeedStateStore(postgres: Postgres): FeedStateStore {
  return {
    load: async (feed) => {
      const [row] = await postgres.query<{ state: FeedState }>(
        'SELECT state FROM feed_states WHERE feed = $1',
        [feed],
      );
      return row?.state;
    },
    save: async (state) => {
      await postgres.query(
        `INSERT INTO feed_states (feed, state) VALUES ($1, $2)
         ON CONFLICT (feed) DO UPDATE SET state = excluded.state, updated_at = now()`,
        [state.feed, storableJson(state)],
      );
    },
    askNow: async (state) => {
      // Its time alone, so that what a look finds out meanwhile stays.
      await postgres.query(
        `INSERT INTO feed_states (feed, state) VALUES ($1, $2)
         ON CONFLICT (feed) DO UPDATE SET
           state = jsonb_set(feed_states.state, '{nextAttemptAt}', excluded.state -> 'nextAttemptAt')`,
        [state.feed, storableJson(state)],
      );
    },
    all: async () => {
      const rows = await postgres.query<{ state: FeedState }>('SELECT state FROM feed_states ORDER BY feed');
      return rows.map(({ state }) => state);
    },
  };
}

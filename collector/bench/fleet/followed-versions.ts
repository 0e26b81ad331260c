import { settingsAnswerSchema } from '@sonde/shared/sensor-settings/document.ts';
import type { Try } from './simulated-agent.ts';

/** Followed versions are how the collector is asked for a policy or for settings, and how it answers. */
export interface Followed {
  readonly from: Try['from'];
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds of the pause after the first setback, and of any at most, as those of the programs themselves. */
  readonly firstPause: number;
  readonly longestPause: number;
  readonly canAsk: () => boolean;
  /** Of the question of who holds that version; undefined before the first. */
  readonly path: (held: number | undefined) => string;
  /** Gives the version that an answer brings; undefined if it brings none. */
  readonly read: (text: string) => number | undefined;
}

/** Seconds that the collector may wait for a change. */
const longestWait = 25;

/** Follows the policy of a resolver, by its key. */
export function followedPolicy(key: string): Followed {
  return {
    from: 'resolver',
    headers: { authorization: `Bearer ${key}` },
    ...{ firstPause: 4_000, longestPause: 30_000 },
    canAsk: () => true,
    path: (held) => `/api/v1/unbound/policy${held === undefined ? '' : `?since=${held}&wait=${longestWait}`}`,
    read: (text) => (JSON.parse(text) as { version: number }).version,
  };
}

/** Follows the settings of an agent, by its own key, as soon as that has been let in. */
export function followedSettings(agentId: string, key: string, canAsk: () => boolean): Followed {
  return {
    from: 'settings',
    headers: { 'x-api-key': key },
    ...{ firstPause: 1_000, longestPause: 20_000 },
    canAsk,
    path: (held = 0) => {
      const query = new URLSearchParams({ agent_id: agentId, wait: String(longestWait) });
      for (const name of ['held', 'since']) query.set(name, String(held));
      return `/api/v1/dns-monitoring/agent-settings/document?${query}`;
    },
    read: (text) => {
      const { version, document } = settingsAnswerSchema.parse(JSON.parse(text));
      return document === null ? undefined : version;
    },
  };
}

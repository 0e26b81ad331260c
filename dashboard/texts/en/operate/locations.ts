import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'The places whose DNS Sonde watches: their agents, how client addresses are stored, and the retention.',
  add: 'Add a location',
  columns: {
    location: 'Location',
    agents: 'Agents',
    clients: 'How rows are stored',
    kept: 'Queries are kept',
    since: 'Since',
  },
  agents: (count: string, silent: string | undefined) =>
    silent === undefined ? many(count, 'agent') : `${many(count, 'agent')}, ${silent} silent`,
  noAgents: 'none yet',
  untold: '–',
  days: (days: string) => many(days, 'day'),
  asInstallation: (days: string) => `${many(days, 'day')} (default)`,
  empty: 'There is no location yet',
  emptyMore: 'A location is an office, a site or a network with its own settings.',
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  changeTitle: 'Change a location',
  name: 'Name',
  description: 'Notes',
  descriptionHint: 'Notes for colleagues: the place, the owner of the traffic, any agreements.',
  retention: 'Days that queries are kept',
  retentionHint: (days: string) =>
    `Empty: the installation’s ${many(days, 'day')}. A longer time has no effect.`,
  keep: 'Keep the changes',
  changed: (name: string) => `${name} is changed.`,
  make: 'Add it',
  keyTitle: 'The location and its key',
  keyOnce: 'Programs that send rows without an agent need this key. The key is shown only once.',
  keyAgents: 'Agents do not need this key. Each agent enrols with a token and gets its own key.',
  removeTitle: (name: string) => `Remove ${name}`,
  removeKeys: 'The location’s keys stop working within seconds. The collector then refuses these senders:',
  removeNobody:
    'The location’s keys stop working within seconds. No agent or program sends from this location now.',
  removeRows: (days: string) =>
    `Stored queries of the location expire after ${many(days, 'day')}. You can no longer filter them by location.`,
  removeSettings: 'The location’s detection settings, learned roles and own zones are deleted too.',
  removeFirst: 'This cannot be undone.',
  remove: 'Remove the location',
  removed: (name: string) => `${name} is removed.`,
  keptTitle: 'Retention',
  keptLead:
    'The operator sets the retention for the whole installation. A location can keep its queries for a shorter time.',
  keptParts: {
    queries: 'Single queries',
    details: 'Records, ports and message ids of queries',
    counts: 'Counts, answers by name, and known domains',
  },
  asQueries: 'as long as the queries',
} as const;

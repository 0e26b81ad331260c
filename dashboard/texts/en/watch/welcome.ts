import { many } from '../../../format/words.ts';

export const texts = {
  title: 'The first minutes',
  lead: 'Sonde watches DNS from now on. Here is how far it is.',
  agent: 'An agent reports',
  agentMore: 'The agent of this machine reports by itself within seconds of the start.',
  packet: 'First packet',
  packetMore: 'Any DNS query on the machine will do: open a web page.',
  packets: (packets: string) => `${many(packets, 'packet', 'packets')} so far`,
  upload: 'A program that sends rows',
  row: 'First query stored',
  since: (when: string) => `since ${when}`,
  live: 'Live',
  feeds: 'Threat feeds',
  feedsMore:
    'Names that are asked for are compared with these lists, which anybody may use without an account. Their terms stand beside them.',
  off: (feeds: string) => `${feeds} more have terms of their own: they are switched on among all feeds.`,
  allFeeds: 'All feeds',
  elsewhere: 'Watch another machine as well',
  elsewhereMore: 'An agent needs one command there. It appears here when it reports.',
  add: 'Add an agent',
  done: 'Go to the overview',
} as const;

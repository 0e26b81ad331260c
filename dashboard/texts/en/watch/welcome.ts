import { many } from '../../../format/words.ts';

export const texts = {
  title: 'The first minutes',
  lead: 'Sonde now watches DNS. This page shows the progress.',
  agent: 'An agent reports',
  agentMore: 'The agent on this machine reports within seconds of its start.',
  packet: 'First packet',
  packetMore: 'Any DNS query on this machine counts. For example, open a web page.',
  packets: (packets: string) => `${many(packets, 'packet', 'packets')} so far`,
  upload: 'A program that sends rows',
  row: 'First query stored',
  since: (when: string) => `since ${when}`,
  live: 'Live',
  feeds: 'Threat feeds',
  feedsMore:
    'Sonde compares queried names with these lists. They are free to use without an account, under the terms shown.',
  off: (feeds: string) =>
    `${feeds} more feeds have their own terms. Switch them on in the list of all feeds.`,
  allFeeds: 'All feeds',
  elsewhere: 'Watch another machine as well',
  elsewhereMore: 'Run one command on the other machine. The agent appears here when it reports.',
  add: 'Add an agent',
  done: 'Go to the overview',
} as const;

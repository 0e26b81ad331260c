import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'Many domains scanned in the background.',
  new: 'New job',
  domains: 'Domains, one in a line',
  checkTls: 'Look at certificates as well',
  advanced: 'Take the long checks as well',
  submit: 'Start',
  submitted: (count: string) => `${many(count, 'domain is', 'domains are')} scanned.`,
  columns: { job: 'Begun', state: 'State', progress: 'Progress', failed: 'Failed' },
  states: { queued: 'waits', running: 'runs', completed: 'done', cancelled: 'cancelled' },
  of: (done: string, all: string) => `${done} of ${all}`,
  cancel: 'Cancel',
  empty: 'No job yet',
  emptyMore: 'Paste a list of domains: your own, your suppliers’, those of an incident.',
  results: 'Results',
  resultsOf: (when: string) => `Results of ${when}`,
  domain: 'Domain',
  toMend: 'To mend',
  warnings: 'Warnings',
  outcome: 'Outcome',
  noResults: 'No domain is done yet.',
} as const;

import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'Scans of many domains, run in the background.',
  new: 'New job',
  domains: 'Domains, one per line',
  checkTls: 'Also check certificates',
  advanced: 'Also run the long checks',
  submit: 'Start',
  submitted: (count: string) => `${many(count, 'domain is', 'domains are')} being scanned.`,
  columns: { job: 'Begun', state: 'State', progress: 'Progress', failed: 'Failed' },
  states: { queued: 'waits', running: 'runs', completed: 'done', cancelled: 'cancelled' },
  of: (done: string, all: string) => `${done} of ${all}`,
  cancel: 'Cancel',
  empty: 'No job yet',
  emptyMore:
    'Paste a list of domains: your own domains, your suppliers’ domains, or the domains of an incident.',
  results: 'Results',
  resultsOf: (when: string) => `Results of ${when}`,
  domain: 'Domain',
  toMend: 'To fix',
  warnings: 'Warnings',
  outcome: 'Outcome',
  noResults: 'No results yet.',
} as const;

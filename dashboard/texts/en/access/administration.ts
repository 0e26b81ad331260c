import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'Accounts of this installation, and what was done to them.',
  accounts: {
    title: 'Accounts',
    account: 'Account',
    tier: 'Tier',
    since: 'Since',
    administrator: 'Administrator',
    tierOf: (email: string) => `Tier of ${email}`,
    changed: (email: string, tier: string) => `${email} has the tier ${tier} now.`,
    link: 'Setup link',
    linkTitle: 'The link to pass on',
    linkMore: (email: string, until: string) =>
      `It lets ${email} set a new password, once, until ${until}. It is shown this once.`,
  },
  tiers: {
    free: 'Free',
    essentials: 'Essentials',
    professional: 'Professional',
    research: 'Research',
    commercial: 'Commercial',
    enterprise: 'Enterprise',
  },
  audit: {
    title: 'Audit log',
    verify: 'Verify the chain',
    intact: (entries: string) => `Intact: ${many(entries, 'entry', 'entries')} of this account.`,
    broken: (kind: string, position: string) => `Not intact: ${kind} at position ${position}.`,
    head: 'To be noted elsewhere, and brought the next time:',
    at: 'When',
    who: 'Account',
    what: 'What',
    object: 'To what',
    from: 'From',
    nobody: 'nobody known',
    key: (id: string) => `by key ${id}`,
    more: 'More of it',
    empty: 'Nothing was done yet',
    earlier: 'Earlier',
    later: 'Later',
    page: (from: string, to: string, all: string) => `${from} to ${to} of ${all}`,
  },
  aside: {
    title: 'Batches set aside',
    none: 'None: the store has taken everything.',
    some: (count: string) =>
      `${many(count, 'batch waits', 'batches wait')} aside: the store refused ${count === '1' ? 'it' : 'them'}.`,
    more: 'Look at them with: npm run collector -- aside list',
  },
} as const;

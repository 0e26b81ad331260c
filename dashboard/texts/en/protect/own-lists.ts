import { many } from '../../../format/words.ts';

export const texts = {
  title: 'Lists of your own',
  add: 'Add a list',
  addLead:
    'Add names that you consider harmful. A query for a listed name, or for a name below it, opens a threat.',
  replace: 'Replace the list',
  replaceTitle: (name: string) => `Replace ${name}`,
  replaceLead:
    'The new list replaces the old list completely. Names that are no longer listed open no threats.',
  name: 'Name of the list',
  nameHint: 'Letters, digits, dots, hyphens and underscores.',
  file: 'A file',
  list: 'The list',
  listHint:
    'One name per line, a hosts file, CSV with a column “name”, or a JSON array. Paste the list here or choose a file.',
  cut: (octets: string) => `Preview: the file has ${octets} octets. The whole file is sent.`,
  defaults: 'Defaults for entries without their own values',
  category: 'Category',
  severity: 'Severity',
  description: 'Description',
  make: 'Put it in force',
  sending: 'Sending …',
  inForce: (count: string) => `${many(count, 'indicator is', 'indicators are')} in force.`,
  refused: (count: string) => `${many(count, 'entry was', 'entries were')} refused:`,
  line: (position: string, message: string) => `Entry ${position} ${message}.`,
  moreRefused: (count: string) => `and ${count} more`,
  look: 'Show the list',
  removeTitle: (name: string) => `Remove ${name}`,
  removeMore: (count: string) =>
    `The list’s ${many(count, 'indicator opens', 'indicators open')} no more threats.`,
  removeStays: 'Existing threats from the list stay. Policy rules from the list are removed.',
  remove: 'Remove the list',
  removed: (name: string) => `${name} is removed.`,
  lookUp: {
    title: 'Look one up',
    label: 'Name, address, URL, hash or CVE',
    placeholder: 'bad.example',
    action: 'Look up',
    clean: (feeds: string) => `The indicator is on none of ${many(feeds, 'list')}.`,
    listed: (feeds: string) => `${many(feeds, 'list has this indicator', 'lists have this indicator')}`,
    columns: {
      list: 'List',
      what: 'What it lists',
      category: 'Category',
      severity: 'Severity',
      said: 'Description',
      row: 'Entry',
      last: 'Last seen',
    },
  },
} as const;

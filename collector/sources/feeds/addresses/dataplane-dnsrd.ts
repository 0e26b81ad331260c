import { defineFeed } from '../../define-feed.ts';
import { separated } from '../../formats/separated.ts';
export const dataplaneDnsrd = defineFeed({
  id: 'dataplane-dnsrd',
  name: 'dataplane.org DNS recursion desired',
  type: 'ip',
  url: 'https://dataplane.org/dnsrd.txt',
  homepage: 'https://dataplane.org/',
  licence: 'Free for non-commercial use',
  format: separated({
    separator: '|',
    columns: 5,
    entry: ([, , value = '', lastSeen, category]) => ({ value, lastSeen, description: category }),
  }),
  kind: 'ip',
  threatType: 'scanner',
  severity: 'low',
});

import { defineFeed } from '../../define-feed.ts';
import { separated } from '../../formats/separated.ts';
export const dataplaneSshpwauth = defineFeed({
  id: 'dataplane-sshpwauth',
  name: 'dataplane.org SSH password authentication',
  type: 'ip',
  url: 'https://dataplane.org/sshpwauth.txt',
  homepage: 'https://dataplane.org/',
  licence: 'Free for non-commercial use',
  format: separated({
    separator: '|',
    columns: 5,
    // asn, asname, ip, lastseen, category
    entry: ([, , value = '', lastSeen, category]) => ({ value, lastSeen, description: category }),
  }),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
});

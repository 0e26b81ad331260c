import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const fireholLevel1 = defineFeed({
  id: 'firehol-level1',
  name: 'FireHOL level 1',
  type: 'ip',
  url: 'https://raw.githubusercontent.com/firehol/blocklist-ipsets/master/firehol_level1.netset',
  homepage: 'https://iplists.firehol.org/',
  licence: 'Terms of the lists that it joins',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'medium',
  weight: 0.7,
});

import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const greensnow = defineFeed({
  id: 'greensnow',
  name: 'GreenSnow',
  type: 'ip',
  url: 'https://blocklist.greensnow.co/greensnow.txt',
  homepage: 'https://greensnow.co/',
  licence: 'Free use',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
  weight: 0.4,
});

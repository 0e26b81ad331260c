import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const blocklistDe = defineFeed({
  id: 'blocklist-de',
  name: 'blocklist.de',
  type: 'ip',
  url: 'https://lists.blocklist.de/lists/all.txt',
  homepage: 'https://www.blocklist.de/',
  licence: 'Free use',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
  weight: 0.4,
});

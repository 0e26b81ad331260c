import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const bruteforceblocker = defineFeed({
  id: 'bruteforceblocker',
  name: 'BruteForceBlocker',
  type: 'ip',
  url: 'https://danger.rulez.sk/projects/bruteforceblocker/blist.php',
  homepage: 'https://danger.rulez.sk/',
  licence: 'Free use',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
  weight: 0.4,
});

import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const binaryDefense = defineFeed({
  id: 'binary-defense',
  name: 'Binary Defense',
  type: 'ip',
  url: 'https://www.binarydefense.com/banlist.txt',
  homepage: 'https://www.binarydefense.com/',
  licence: 'Free for non-commercial use',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
  weight: 0.5,
});

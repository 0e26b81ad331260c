import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const cinsArmy = defineFeed({
  id: 'cins-army',
  name: 'CINS Army',
  type: 'ip',
  url: 'https://cinsscore.com/list/ci-badguys.txt',
  homepage: 'https://cinsscore.com/',
  licence: 'Free use',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
  weight: 0.5,
});

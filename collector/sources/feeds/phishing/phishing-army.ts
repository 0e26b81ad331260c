import { defineFeed } from '../../define-feed.ts';
import { hosts } from '../../formats/hosts.ts';
export const phishingArmy = defineFeed({
  id: 'phishing-army',
  name: 'Phishing Army',
  type: 'ioc',
  url: 'https://phishing.army/download/phishing_army_blocklist.txt',
  homepage: 'https://phishing.army/',
  licence: 'CC BY-NC 4.0',
  format: hosts(),
  kind: 'domain',
  threatType: 'phishing',
  weight: 0.6,
  everySeconds: 12 * 3_600,
  exact: true,
});

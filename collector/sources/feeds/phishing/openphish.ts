import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const openphish = defineFeed({
  id: 'openphish',
  name: 'OpenPhish',
  type: 'url',
  url: 'https://openphish.com/feed.txt',
  homepage: 'https://openphish.com/',
  licence: 'Non-commercial use',
  format: lines(),
  kind: 'url',
  threatType: 'phishing',
  severity: 'high',
  weight: 0.8,
  everySeconds: 6 * 3_600,
  variesFreely: true,
});

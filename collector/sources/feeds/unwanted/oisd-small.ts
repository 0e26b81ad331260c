import { defineFeed } from '../../define-feed.ts';
import { hosts } from '../../formats/hosts.ts';
export const oisdSmall = defineFeed({
  id: 'oisd-small',
  name: 'oisd small',
  type: 'ioc',
  url: 'https://small.oisd.nl/domainswild2',
  homepage: 'https://oisd.nl/',
  licence: 'Free use',
  format: hosts(),
  kind: 'domain',
  threatType: 'unwanted',
  severity: 'info',
  weight: 0.2,
  everySeconds: 24 * 3_600,
});

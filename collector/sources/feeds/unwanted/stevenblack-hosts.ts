import { defineFeed } from '../../define-feed.ts';
import { hosts } from '../../formats/hosts.ts';
/** This feed lists hosts of advertising and malware, each host for itself. */
export const stevenblackHosts = defineFeed({
  id: 'stevenblack-hosts',
  name: 'StevenBlack hosts',
  type: 'ioc',
  url: 'https://raw.githubusercontent.com/StevenBlack/hosts/master/hosts',
  homepage: 'https://github.com/StevenBlack/hosts',
  licence: 'MIT',
  format: hosts(),
  kind: 'domain',
  threatType: 'unwanted',
  severity: 'info',
  weight: 0.2,
  everySeconds: 24 * 3_600,
  exact: true,
});

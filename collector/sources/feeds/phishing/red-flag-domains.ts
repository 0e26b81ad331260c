import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
/** This feed lists domains of .fr and others that were registered lately and look like trouble. */
export const redFlagDomains = defineFeed({
  id: 'red-flag-domains',
  name: 'red.flag.domains',
  type: 'ioc',
  url: 'https://dl.red.flag.domains/red.flag.domains.txt',
  homepage: 'https://red.flag.domains/',
  licence: 'MIT',
  isDefault: true,
  format: lines(),
  kind: 'domain',
  threatType: 'suspicious',
  severity: 'low',
  weight: 0.4,
  everySeconds: 24 * 3_600,
});

import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const stopforumspamToxic = defineFeed({
  id: 'stopforumspam-toxic',
  name: 'StopForumSpam toxic domains',
  type: 'ioc',
  url: 'https://www.stopforumspam.com/downloads/toxic_domains_whole.txt',
  homepage: 'https://www.stopforumspam.com/',
  licence: 'Free use',
  format: lines(),
  kind: 'domain',
  threatType: 'spam',
  severity: 'low',
  weight: 0.4,
  everySeconds: 24 * 3_600,
});

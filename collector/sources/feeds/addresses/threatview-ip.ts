import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const threatviewIp = defineFeed({
  id: 'threatview-ip',
  name: 'Threatview ip',
  type: 'ip',
  url: 'https://threatview.io/Downloads/IP-High-Confidence-Feed.txt',
  homepage: 'https://threatview.io/',
  licence: 'Free use',
  format: lines((line) => line.split(/[\s,]/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'medium',
});

import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const emergingThreatsBlock = defineFeed({
  id: 'emerging-threats-block',
  name: 'Emerging Threats firewall list',
  type: 'ip',
  url: 'https://rules.emergingthreats.net/fwrules/emerging-Block-IPs.txt',
  homepage: 'https://rules.emergingthreats.net/',
  licence: 'BSD',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'medium',
  weight: 0.6,
});

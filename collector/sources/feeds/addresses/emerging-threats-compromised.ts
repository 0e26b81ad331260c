import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
export const emergingThreatsCompromised = defineFeed({
  id: 'emerging-threats-compromised',
  name: 'Emerging Threats compromised hosts',
  type: 'ip',
  url: 'https://rules.emergingthreats.net/blockrules/compromised-ips.txt',
  homepage: 'https://rules.emergingthreats.net/',
  licence: 'BSD',
  format: lines((line) => line.split(/\s/, 1)[0]),
  kind: 'ip',
  threatType: 'compromised',
  severity: 'low',
  weight: 0.5,
});

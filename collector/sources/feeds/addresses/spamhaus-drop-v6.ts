import { defineFeed } from '../../define-feed.ts';
import { ndjson, textOf } from '../../formats/json.ts';
/** This feed lists networks that are hijacked or lent to criminals. */
export const spamhausDropV6 = defineFeed({
  id: 'spamhaus-drop-v6',
  name: 'Spamhaus DROP IPv6',
  type: 'ip',
  url: 'https://www.spamhaus.org/drop/drop_v6.json',
  homepage: 'https://www.spamhaus.org/blocklists/do-not-route-or-peer/',
  licence: 'Free with attribution; at most hourly',
  isDefault: true,
  format: ndjson((element) => {
    const value = textOf(element, 'cidr');
    return value === undefined ? undefined : { value, description: textOf(element, 'sblid') };
  }),
  kind: 'ip',
  threatType: 'hijacked_network',
  severity: 'high',
  weight: 0.95,
  everySeconds: 12 * 3_600,
});

import { defineFeed } from '../../define-feed.ts';
import { ndjson, textOf } from '../../formats/json.ts';
/** This feed lists networks that are hijacked or lent to criminals. */
export const spamhausDropV4 = defineFeed({
  id: 'spamhaus-drop-v4',
  name: 'Spamhaus DROP IPv4',
  type: 'ip',
  url: 'https://www.spamhaus.org/drop/drop_v4.json',
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

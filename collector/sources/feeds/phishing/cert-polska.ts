import { defineFeed } from '../../define-feed.ts';
import { json, textOf } from '../../formats/json.ts';
/** This feed lists domains that deceive people in Poland; the elements of earlier years are in it, too. */
export const certPolska = defineFeed({
  id: 'cert-polska',
  name: 'CERT Polska warning list',
  type: 'ioc',
  url: 'https://hole.cert.pl/domains/v2/domains.json',
  homepage: 'https://cert.pl/en/warning-list/',
  licence: 'Free use',
  isDefault: true,
  format: json((element) => {
    const value = textOf(element, 'DomainAddress');
    // Entries that were taken back have a date of deletion.
    if (value !== undefined && textOf(element, 'DeleteDate') !== undefined) return [];
    return value === undefined ? undefined : { value, firstSeen: textOf(element, 'InsertDate') };
  }),
  kind: 'domain',
  threatType: 'phishing',
  severity: 'high',
  weight: 0.85,
  everySeconds: 3_600,
  maxBytes: 128 * 1_048_576,
});

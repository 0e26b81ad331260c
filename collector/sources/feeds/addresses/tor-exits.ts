import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';
/** This feed lists addresses at which traffic leaves the Tor network: policy rather than malice. */
export const torExits = defineFeed({
  id: 'tor-exits',
  name: 'Tor exit addresses',
  type: 'ip',
  url: 'https://check.torproject.org/exit-addresses',
  homepage: 'https://metrics.torproject.org/',
  licence: 'Public domain',
  format: lines((line) => {
    const [keyword, value, date, time] = line.split(' ');
    return keyword === 'ExitAddress' && value !== undefined
      ? { value, lastSeen: `${date} ${time}` }
      : undefined;
  }),
  kind: 'ip',
  threatType: 'tor_exit',
  severity: 'info',
  weight: 0.9,
  everySeconds: 3_600,
  expiryDays: 2,
});

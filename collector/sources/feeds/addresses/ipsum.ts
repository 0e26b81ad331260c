import { defineFeed } from '../../define-feed.ts';
import { lines } from '../../formats/lines.ts';

/** On one or two lists is many an address that did nothing. */
const leastLists = 3;

/** This feed lists addresses with the number of lists that they are on. */
export const ipsum = defineFeed({
  id: 'ipsum',
  name: 'IPsum',
  type: 'ip',
  url: 'https://raw.githubusercontent.com/stamparm/ipsum/master/ipsum.txt',
  homepage: 'https://github.com/stamparm/ipsum',
  licence: 'Unlicense',
  format: lines((line) => {
    const [value = '', lists] = line.split(/\s+/);
    return lists !== undefined && Number(lists) < leastLists
      ? undefined
      : { value, ...(lists !== undefined && { description: `on ${lists} lists` }) };
  }),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
  weight: 0.6,
  everySeconds: 24 * 3_600,
});

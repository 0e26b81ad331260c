import { defineFeed } from '../../define-feed.ts';
import { separated } from '../../formats/separated.ts';
/** This feed lists the twenty networks that attack most. */
export const dshieldBlock = defineFeed({
  id: 'dshield-block',
  name: 'DShield block list',
  type: 'ip',
  url: 'https://feeds.dshield.org/block.txt',
  homepage: 'https://www.dshield.org/block_list_info.html',
  licence: 'CC BY-NC-SA 4.0',
  format: separated({
    separator: '\t',
    columns: 4,
    // Start, End, Netmask, Attacks, Name, Country, email
    entry: ([start = '', , mask = '', attacks]) =>
      start.startsWith('Start')
        ? undefined
        : { value: `${start}/${mask}`, description: `${attacks} attacks` },
  }),
  kind: 'ip',
  threatType: 'attacker',
  weight: 0.6,
  everySeconds: 3_600,
});

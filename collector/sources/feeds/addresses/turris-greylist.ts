import { defineFeed } from '../../define-feed.ts';
import { separated } from '../../formats/separated.ts';
export const turrisGreylist = defineFeed({
  id: 'turris-greylist',
  name: 'Turris greylist',
  type: 'ip',
  url: 'https://view.sentinel.turris.cz/greylist-data/greylist-latest.csv',
  homepage: 'https://view.sentinel.turris.cz/',
  licence: 'CC BY-NC-SA 4.0',
  format: separated({
    separator: ',',
    columns: 2,
    header: true,
    entry: ([value = '', , tags]) => ({ value, description: tags }),
  }),
  kind: 'ip',
  threatType: 'attacker',
  severity: 'low',
  everySeconds: 24 * 3_600,
});

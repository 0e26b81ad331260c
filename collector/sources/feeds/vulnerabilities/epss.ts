import { defineFeed } from '../../define-feed.ts';
import { separated } from '../../formats/separated.ts';

/** From there on an exploit within a month is likelier than not to be tried somewhere. */
const leastProbability = 0.1;

/** This feed states how likely a vulnerability is to be exploited within thirty days. */
export const epss = defineFeed({
  id: 'epss',
  name: 'EPSS',
  type: 'cve',
  url: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  homepage: 'https://www.first.org/epss/',
  licence: 'Free use with attribution',
  isDefault: true,
  format: separated({
    separator: ',',
    columns: 3,
    header: true,
    // cve, epss, percentile; most of the quarter of a million never matter.
    entry: ([value = '', probability = '0', percentile]) =>
      Number(probability) < leastProbability
        ? undefined
        : { value, details: { epss: Number(probability), percentile: Number(percentile) } },
  }),
  kind: 'cve',
  threatType: 'exploit_likely',
  severity: 'info',
  weight: 0.5,
  everySeconds: 24 * 3_600,
});

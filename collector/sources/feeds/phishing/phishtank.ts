import { defineFeed } from '../../define-feed.ts';
import { separated } from '../../formats/separated.ts';
export const phishtank = defineFeed({
  id: 'phishtank',
  name: 'PhishTank',
  type: 'url',
  url: 'http://data.phishtank.com/data/online-valid.csv',
  homepage: 'https://phishtank.org/',
  licence: 'Free; limits without a key',
  format: separated({
    separator: ',',
    columns: 8,
    header: true,
    // phish_id, url, phish_detail_url, submission_time, verified, verification_time, online, target
    entry: ([, value = '', , submitted, , , , target]) => ({
      value,
      firstSeen: submitted,
      description: target,
    }),
  }),
  kind: 'url',
  threatType: 'phishing',
  severity: 'high',
  weight: 0.8,
  maxBytes: 96 * 1_048_576,
  key: { setting: 'phishtank_key', header: 'x-api-key', required: false },
});

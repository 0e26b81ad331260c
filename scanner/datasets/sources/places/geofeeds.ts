import { defineDataset } from '../../define-dataset.ts';
import { geofeed } from '../../formats/geofeed.ts';

/**
 * The geofeed dataset holds the operator's own geofeeds in one file: nobody knows better in which places these networks
 * are.
 */
export const ownGeofeed = defineDataset({
  id: 'geofeed',
  name: "The operator's geofeed",
  role: 'place',
  fills: ['geolocation'],
  urls: () => [],
  homepage: null,
  licence: "The operator's",
  rank: 1,
  content: geofeed(),
});

import { defineDataset } from '../../define-dataset.ts';
import { geofeed } from '../../formats/geofeed.ts';

/** The operator's own geofeeds in one file: nobody knows better where his networks are. */
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

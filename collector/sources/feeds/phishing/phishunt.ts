import { defineFeed } from '../../define-feed.ts';
import { json, textOf } from '../../formats/json.ts';
export const phishunt = defineFeed({
  id: 'phishunt',
  name: 'phishunt',
  type: 'url',
  url: 'https://phishunt.io/feed.json',
  homepage: 'https://phishunt.io/',
  licence: 'Free use',
  format: json((element) => {
    const value = textOf(element, 'url');
    return value === undefined
      ? undefined
      : { value, description: textOf(element, 'company'), firstSeen: textOf(element, 'date') };
  }),
  kind: 'url',
  threatType: 'phishing',
  weight: 0.5,
});

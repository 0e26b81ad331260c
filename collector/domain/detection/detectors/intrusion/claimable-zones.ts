/**
 * Zones in which customers of a provider choose names, and which deny names that nobody has: what was given back, anybody
 * may have (https://github.com/EdOverflow/can-i-take-over-xyz, and the providers' own pages).
 */
// biome-ignore format: a list reads better as a block than as a line a name.
const zones: readonly (readonly [provider: string, ...zones: string[]])[] = [
  ['Azure', 'azurewebsites.net', 'blob.core.windows.net', 'azureedge.net', 'azurecontainer.io', 'cloudapp.net',
    'cloudapp.azure.com', 'azurefd.net', 'trafficmanager.net', 'azure-api.net', 'azurehdinsight.net', 'azurecr.io',
    'redis.cache.windows.net', 'search.windows.net', 'servicebus.windows.net', 'database.windows.net'],
  ['Amazon Elastic Beanstalk', 'elasticbeanstalk.com'],
  ['Heroku', 'herokudns.com', 'herokuapp.com'],
  ['Discourse', 'trydiscourse.com'],
  ['Agile CRM', 'agilecrm.com'],
  ['Airee', 'airee.ru'],
  ['Anima', 'animaapp.io'],
  ['Gemfury', 'furyns.com'],
  ['HatenaBlog', 'hatenablog.com'],
  ['Help Juice', 'helpjuice.com'],
  ['Help Scout', 'helpscoutdocs.com'],
  ['LaunchRock', 'launchrock.com'],
  ['Ngrok', 'ngrok.io'],
  ['Readme', 'readme.io'],
  ['SmartJobBoard', 'smartjobboard.com'],
  ['Strikingly', 's.strikinglydns.com'],
  ['Surge', 'surge.sh'],
  ['SurveySparrow', 'surveysparrow.com'],
  ['Uberflip', 'read.uberflip.com'],
  ['Worksites', 'worksites.net'],
];

const providers: ReadonlyMap<string, string> = new Map(
  zones.flatMap(([provider, ...names]) => names.map((name) => [name, provider] as const)),
);

/** Names the provider of whom a name that was given back can be had; undefined if none is known. */
export function giverOf(name: string): string | undefined {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const provider = providers.get(name.slice(dot + 1));
    if (provider !== undefined) return provider;
  }
  return undefined;
}

import type { Metafile } from 'esbuild';
import { entriesOf, neededBy } from './build-groups.ts';

/** What stands in the page's HTML for the way from its own address up to where the dashboard begins. */
const wayUp = '{{way-up}}';
/** The place of the files of the page that an address asks for, which are listed behind the HTML. */
const ofThePage = '{{of-the-page}}';
const listMark = '{{pages}}';

/** Addresses such as `/threats/:id`, in the order in which they are tried, with the files that their page adds. */
type PageFiles = readonly (readonly [pattern: string, files: readonly string[]])[];

/** Makes the HTML of all addresses, of which `htmlFor` makes that of one. `routes` is the source of the list of routes. */
export function pageTemplate(
  metafile: Metafile,
  { routes, nameOf }: { readonly routes: string; readonly nameOf: (output: string) => string },
): string {
  const entries = new Map(entriesOf(metafile));
  const script = entries.get('main.tsx');
  if (script === undefined) throw new Error('the dashboard has no entry');
  const first = neededBy(metafile, script);
  const { cssBundle } = metafile.outputs[script]!;
  const pages: PageFiles = patternsIn(routes).map(([pattern, source]) => {
    const output = entries.get(source);
    if (output === undefined) throw new Error(`the page ${source} was not built`);
    return [pattern, [...neededBy(metafile, output)].filter((path) => !first.has(path)).map(nameOf)];
  });
  const href = (output: string) => `${wayUp}${nameOf(output)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Sonde</title>
<link rel="icon" href="${icon}">
${cssBundle === undefined ? '' : `<link rel="stylesheet" href="${href(cssBundle)}">\n`}${[...first]
  .filter((output) => output !== script)
  .map((output) => `<link rel="modulepreload" href="${href(output)}">\n`)
  .join('')}<script type="module" src="${href(script)}"></script>
${ofThePage}</head>
<body>
<div id="app"></div>
<noscript>Sonde's dashboard needs JavaScript. The API and its documentation do not: see <a href="${wayUp}docs">the API's pages</a>.</noscript>
</body>
</html>
${listMark}${JSON.stringify(pages)}`;
}

/**
 * Writes the HTML for one address: `path` is the request's path as the collector sees it, such as `/threats/12`. Files
 * are named relative to it, so that the dashboard works behind a proxy's prefix that the collector knows nothing of. The page's own
 * files are named as well: a browser fetches them beside the first ones, not after them.
 */
export function htmlFor(template: string, path: string): string {
  const steps = Math.max(0, path.split('/').length - 2);
  const [html = '', list = '[]'] = template.split(listMark);
  const found = (JSON.parse(list) as PageFiles).find(([pattern]) => fits(pattern, path));
  const early = (found?.[1] ?? []).map((file) => `<link rel="modulepreload" href="${wayUp}${file}">\n`);
  return html
    .replace(ofThePage, () => early.join(''))
    .replaceAll(wayUp, steps === 0 ? './' : '../'.repeat(steps));
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  );
}

/** The patterns of routes and the sources of their pages: a route stands there as an object with both. */
function patternsIn(routes: string): [pattern: string, source: string][] {
  const found = [...routes.matchAll(/pattern: '([^']+)',\s+load: \(\) => import\('\.\.\/([^']+)'\)/g)];
  return found.map(([, pattern, source]) => [pattern!, source!]);
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5a8a"/>' +
    '<path d="M6 16h4l3-8 5 16 3-8h5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" ' +
    'stroke-linejoin="round"/></svg>',
)}`;

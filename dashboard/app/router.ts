import { batch, computed, signal } from '@preact/signals';
import { base } from './base.ts';

/** A place is a position in the dashboard: the path below its base, and the query, which holds a page's whole state. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const current = signal<Place>(read());
/** The journeys count changes to another page, so that the focus can follow. */
export const journeys = signal(0);
export const place = computed(() => current.value);

function read(): Place {
  const path = decodeURI(location.pathname).slice(base.pathname.length - 1);
  return { path: path === '' ? '/' : path, query: new URLSearchParams(location.search) };
}

/**
 * Writes the address of a page for a link: `href('/queries', { client: '192.0.2.7' })`. Parameters that are undefined
 * are left out.
 */
export function href(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return `${base.pathname.replace(/\/$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

/** Goes to an address of the dashboard. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const before = current.value.path;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  batch(() => {
    current.value = read();
    if (current.value.path !== before) arrive();
  });
}

/** Changes parameters of the address in place; undefined takes one away. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  options: { replace?: boolean } = {},
): void {
  const query = new URLSearchParams(current.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  navigate(href(current.value.path, Object.fromEntries(query)), options);
}

/** Replaces parameters in the address's query and returns it as a link. */
export function withQuery(changes: Readonly<Record<string, string | undefined>>): string {
  return href(current.value.path, { ...Object.fromEntries(current.value.query), ...changes });
}

/** Escapes a segment of a path: names from the wire may hold anything. */
export function segment(text: string): string {
  return encodeURIComponent(text);
}

/** Matches a path with a pattern such as `/threats/:id` and returns the parameters; undefined if it does not fit. */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!;
    if (part.startsWith(':')) found[part.slice(1)] = decoded(value);
    else if (part !== value) return undefined;
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function arrive(): void {
  journeys.value++;
  scrollTo(0, 0);
}

/** Follows the browser's own steps and clicks on links of the dashboard. Called once. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    const before = current.value.path;
    current.value = read();
    if (current.value.path !== before) journeys.value++;
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || !leadsHere(link)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}

/** Whether a link is for the router: not a download, nor one that leads out of the dashboard. */
function leadsHere(link: HTMLAnchorElement): boolean {
  if (link.target !== '' || link.hasAttribute('download') || link.dataset.outside !== undefined) return false;
  return link.origin === location.origin && link.pathname.startsWith(base.pathname);
}

import { api } from './api.ts';
import { base } from './base.ts';
import { href, navigate, place } from './router.ts';
import { findSession } from './session.ts';

/** A goal states why a person goes to a provider. */
export type Goal = 'sign_in' | 'confirm' | 'link';

/** What this page keeps while the browser is at the provider. */
interface Journey {
  readonly goal: Goal;
  readonly ticket: string;
  /** Where the person was. */
  readonly back: string;
}

const kept = 'sonde-journey';

/** Goes to a provider: the page is left, and the person comes back to where it was. */
export async function goToProvider(goal: Goal, provider: string): Promise<void> {
  const { ticket, url } = await begin(goal, provider);
  const back = href(place.value.path, Object.fromEntries(place.value.query));
  sessionStorage.setItem(kept, JSON.stringify({ goal, ticket, back } satisfies Journey));
  // Nothing but the way to a web page: an address that runs a script would be the collector's fault, and is not followed.
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('the provider has no address of the web');
  location.assign(url);
  // The page is gone before anybody could do more on it.
  await new Promise(() => {});
}

function begin(goal: Goal, provider: string) {
  switch (goal) {
    case 'sign_in':
      return api.call('POST /api/auth/session/sso', { body: { provider } });
    case 'confirm':
      return api.call('POST /api/auth/session/confirm/sso');
    case 'link':
      return api.call('POST /api/auth/sso/link', { body: { provider } });
  }
}

/** Takes what the browser set out with, once; undefined if it did not set out from here. */
export function takeJourney(): Journey | undefined {
  const text = sessionStorage.getItem(kept);
  sessionStorage.removeItem(kept);
  return text === null ? undefined : (JSON.parse(text) as Journey);
}

/** Does what the person went for, and brings it back to where it was. */
export async function comeBack({ goal, ticket, back }: Journey, answer: string): Promise<void> {
  const body = { ticket, answer };
  if (goal === 'sign_in') await api.call('POST /api/auth/session/sso/finish', { body });
  else if (goal === 'confirm') await api.call('POST /api/auth/session/confirm/sso/finish', { body });
  else await api.call('POST /api/auth/sso/link/finish', { body });
  navigate(ownPath(back), { replace: true });
  await findSession();
}

/** Returns an address of this dashboard; the dashboard's base in place of any other. */
export function ownPath(text: string): string {
  const url = URL.parse(text, location.origin);
  const isOwn = url?.origin === location.origin && url.pathname.startsWith(base.pathname);
  return isOwn && !text.startsWith('//') ? url.pathname + url.search : href('/');
}

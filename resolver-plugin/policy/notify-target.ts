import type { Notifier } from '../rpz/notify.ts';
import type { PolicyTarget } from './target.ts';

/** Creates the target for a resolver that fetches the zone from us when told. */
export function notifyTarget(notifier: Notifier): PolicyTarget {
  return { changed: () => notifier.notify(), idle: () => Promise.resolve() };
}

import type { Notifier } from '../rpz/notify.ts';
import type { PolicyTarget } from './target.ts';

/** A resolver that fetches the zone from us when told. */
export function notifyTarget(notifier: Notifier): PolicyTarget {
  return { changed: () => notifier.notify(), idle: () => Promise.resolve() };
}

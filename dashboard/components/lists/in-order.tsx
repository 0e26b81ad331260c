import type { ComponentChildren } from 'preact';
import { isSettled, type Resource } from '../../app/resource.ts';

/** A part of a page, and the answers that its height depends on: none, one or several. */
export type Part = readonly [part: ComponentChildren, ...answers: Resource<unknown>[]];

/**
 * Shows the parts of a page from the top down. All their questions are asked at once, and a part appears when those above
 * it have their answers: what somebody reads already is never pushed down.
 */
export function InOrder({ parts }: { parts: readonly (Part | false)[] }) {
  const shown: ComponentChildren[] = [];
  for (const one of parts) {
    if (one === false) continue;
    const [part, ...answers] = one;
    shown.push(part);
    if (!answers.every(isSettled)) break;
  }
  return <>{shown}</>;
}

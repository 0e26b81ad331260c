import { href } from '../../app/router.ts';
import { isAdministrator } from '../../app/session.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/networks.ts';

/** Names the datasets that would fill what an answer does not know; an administrator is led to them. */
export function WouldFill({ of: wouldFill }: { of: Readonly<Record<string, readonly string[]>> }) {
  const datasets = [...new Set(Object.values(wouldFill).flat())];
  if (datasets.length === 0) return null;
  return (
    <p class="soft small wrap">
      {texts.wouldFill(datasets.map(visible).join(', '))}{' '}
      {isAdministrator() && (
        <a class="counted" href={href('/administration', { view: 'data' })}>
          {texts.switchOn}
        </a>
      )}
    </p>
  );
}

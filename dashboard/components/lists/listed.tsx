import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/ip.ts';
import { Icon } from '../icon.tsx';
import { Severity } from '../severity.tsx';

/** Shows the feeds that list a name or an address. If the call fails, the views below show the error. */
export function Listed({ indicator }: { indicator: string }) {
  const { data } = useResource(`check ${indicator}`, (signal) =>
    api.call('GET /api/v1/threat-intel/check/{indicator}', { params: { indicator }, signal }),
  );
  if (data === undefined) return <p class="listed" />;
  if (!data.is_malicious) {
    return (
      <p class="listed row soft">
        <Icon name="check" />
        {texts.notListed(count(data.feeds_checked))}
      </p>
    );
  }
  return (
    <p class="listed row">
      <Severity severity={data.severity ?? 'medium'} />
      <strong class="bad">{texts.listed}</strong> {texts.listedBy((data.feeds ?? []).join(', '))}
    </p>
  );
}

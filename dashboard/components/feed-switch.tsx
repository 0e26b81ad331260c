import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../app/api.ts';
import { toast } from '../app/toasts.ts';
import { texts } from '../texts/en/protect/feeds.ts';
import { CheckField } from './forms/field.tsx';
import { useSwitch } from './forms/use-switch.ts';
import { Refusal } from './state.tsx';

export type Feed = AnswerOf<'GET /api/v1/threat-intel/feeds'>['feeds'][number];

/** Shows the switch of a feed, with the feed's terms beside it. */
export function FeedSwitch({
  feed,
  label = feed.name,
  onChanged,
}: {
  feed: Feed;
  label?: string;
  onChanged: () => void;
}) {
  const { trouble, ...box } = useSwitch(feed.is_enabled, async (enabled) => {
    await api.call('PUT /api/v1/threat-intel/feeds/{id}', { params: { id: feed.id }, body: { enabled } });
    toast(enabled ? texts.switchedOn(feed.name) : texts.switchedOff(feed.name));
    onChanged();
  });
  return (
    <>
      <CheckField label={label} hint={feed.licence ?? ''} {...box} />
      <Refusal trouble={trouble} />
    </>
  );
}

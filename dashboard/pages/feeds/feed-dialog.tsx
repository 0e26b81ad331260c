import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { now } from '../../app/now.ts';
import { toast } from '../../app/toasts.ts';
import { type Feed, FeedSwitch } from '../../components/feed-switch.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { feedStatus, feedTone, texts } from '../../texts/en/protect/feeds.ts';

const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

/**
 * Shows the actions of an administrator on a feed: enabling it, refreshing it, judging it, and setting its publisher's
 * key.
 */
export function FeedDialog({
  feed,
  onClose,
  onChanged,
}: {
  feed: Feed;
  onClose: () => void;
  onChanged: () => void;
}) {
  const refresh = useAction(async () => {
    await api.call('POST /api/v1/threat-intel/feeds/{id}/refresh', { params: { id: feed.id } });
    toast(texts.asked(feed.name));
    onChanged();
  });
  const due = feed.next_attempt_at !== null && Date.parse(feed.next_attempt_at) <= now.value;
  return (
    <Dialog title={feed.name} onClose={onClose}>
      <div class="stack">
        <FeedSwitch feed={feed} label={texts.use} onChanged={onChanged} />
        <dl class="facts">
          <dt>{texts.columns.status}</dt>
          <dd>
            <span class={`badge ${feedTone(feed.status)}`}>{feedStatus(feed.status)}</span> {feed.note}
          </dd>
          <dt>{texts.columns.indicators}</dt>
          <dd>{count(feed.indicator_count)}</dd>
          <dt>{texts.lastLook}</dt>
          <dd>
            {feed.last_attempt_at === null ? texts.never : <Moment at={feed.last_attempt_at} relative />}
          </dd>
          {feed.next_attempt_at !== null && (
            <>
              <dt>{texts.nextLook}</dt>
              <dd>{due ? texts.atOnce : <Moment at={feed.next_attempt_at} />}</dd>
            </>
          )}
          <dt>{texts.document}</dt>
          <dd class="wrap">
            {feed.url} ({feed.format})
          </dd>
        </dl>
        {feed.is_enabled && (
          <div class="row">
            <button type="button" class="button" disabled={refresh.busy} onClick={() => void refresh.run()}>
              {texts.refresh}
            </button>
            <span class="soft small">{texts.refreshHint}</span>
          </div>
        )}
        <Refusal trouble={refresh.trouble} />
        <Judgement key={JSON.stringify(feed.changed)} feed={feed} onChanged={onChanged} />
        {feed.key !== null && <Key feed={feed} publisherKey={feed.key} onChanged={onChanged} />}
      </div>
    </Dialog>
  );
}

function Judgement({ feed, onChanged }: { feed: Feed; onChanged: () => void }) {
  const weight = useSignal(feed.changed?.weight?.toString() ?? '');
  const severity = useSignal<string>(feed.changed?.severity ?? '');
  const type = useSignal(feed.changed?.threat_type ?? '');
  const action = useAction(async () => {
    await api.call('PUT /api/v1/threat-intel/feeds/{id}', {
      params: { id: feed.id },
      body: {
        weight: weight.value === '' ? null : Number(weight.value),
        severity: severities.find((one) => one === severity.value) ?? null,
        threat_type: type.value.trim() || null,
      },
    });
    toast(texts.judged(feed.name));
    onChanged();
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <h3>{texts.judgement}</h3>
      <p class="soft small">{texts.judgementHint}</p>
      <div class="thresholds">
        <TextField
          label={texts.weight}
          hint={texts.weightHint(String(feed.weight))}
          inputMode="text"
          value={weight.value}
          onInput={(value) => {
            weight.value = value;
          }}
        />
        <SelectField
          label={texts.severity}
          value={severity.value}
          options={[['', texts.asListed], ...severities.map((one) => [one, common.severity[one]] as const)]}
          onChange={(value) => {
            severity.value = value;
          }}
        />
        <TextField
          label={texts.threatType}
          placeholder={feed.threat_type ?? ''}
          value={type.value}
          onInput={(value) => {
            type.value = value;
          }}
        />
      </div>
      <Refusal trouble={action.trouble} />
      <div class="dialog-foot">
        <button type="submit" class="button" disabled={action.busy}>
          {texts.save}
        </button>
      </div>
    </form>
  );
}

function Key({
  feed,
  publisherKey,
  onChanged,
}: {
  feed: Feed;
  publisherKey: NonNullable<Feed['key']>;
  onChanged: () => void;
}) {
  const key = useSignal('');
  const { origin } = publisherKey;
  const action = useAction(async (value: string | undefined) => {
    const params = { id: feed.id };
    if (value === undefined) await api.call('DELETE /api/v1/threat-intel/feeds/{id}/key', { params });
    else await api.call('PUT /api/v1/threat-intel/feeds/{id}/key', { params, body: { key: value } });
    key.value = '';
    toast(value === undefined ? texts.keyRemoved : texts.keySet);
    onChanged();
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(key.value.trim());
      }}
    >
      <h3>{texts.key}</h3>
      <p class="soft small">{texts.keyOrigins[origin ?? 'none']}</p>
      {origin !== 'setting' && (
        <>
          <TextField
            label={texts.newKey}
            type="password"
            autocomplete="off"
            required
            value={key.value}
            onInput={(value) => {
              key.value = value;
            }}
          />
          <Refusal trouble={action.trouble} />
          <div class="dialog-foot">
            {origin !== null && (
              <button
                type="button"
                class="button quiet"
                disabled={action.busy}
                onClick={() => void action.run(undefined)}
              >
                {texts.removeKey}
              </button>
            )}
            <button type="submit" class="button" disabled={action.busy}>
              {texts.setKey}
            </button>
          </div>
        </>
      )}
    </form>
  );
}

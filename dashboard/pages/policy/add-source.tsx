import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api, patientApi } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, FormDialog, typed } from '../../components/forms/form.tsx';
import { ThreatLines } from '../../components/lists/threat-lines.tsx';
import type { SeverityName } from '../../components/severity.tsx';
import { Loaded } from '../../components/state.tsx';
import { count, short } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts as all } from '../../texts/en/protect/policy.ts';
import { texts as threatTexts } from '../../texts/en/watch/threats.ts';

const texts = all.sources;
type Answer = keyof typeof threatTexts.actions;
const answers = Object.entries(threatTexts.actions) as [Answer, string][];
const severities = Object.entries(common.severity) as [SeverityName, string][];

/** Takes what a feed or an own list says as rules of the policy, after showing what came of it so far. */
export function AddSource({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const feeds = useResource('feeds for the policy', (signal) =>
    api.call('GET /api/v1/threat-intel/feeds', { signal }),
  );
  const used = feeds.data?.feeds.filter((feed) => feed.is_enabled) ?? [];
  const picked = useSignal('');
  const least = useSignal<SeverityName>('medium');
  const answer = useSignal<Answer>('nxdomain');
  const trust = useSignal('0');
  const source = used.find(({ id }) => id === picked.value) ?? used[0];
  const seen = useResource(source && `threats from ${source.id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/threats', { query: { source: source!.id, limit: 5 }, signal }),
  );
  const action = useAction(async () => {
    const made = await patientApi.call('POST /api/v1/unbound/policy/sources', {
      body: {
        sources: [source!.id],
        min_severity: least.value,
        min_confidence: Number(trust.value),
        action: answer.value === 'log' ? { kind: 'log' } : { kind: 'block', answer: answer.value },
      },
    });
    toast(texts.added(count(made.rules)));
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title={texts.title}
      lead={texts.lead}
      submit={texts.make}
      busy={texts.making}
      action={action}
      onClose={onClose}
    >
      <Loaded of={feeds} lines={2} isEmpty={() => used.length === 0} empty={<p>{texts.noFeeds}</p>}>
        {() => (
          <>
            <SelectField
              label={texts.from}
              value={source!.id}
              options={used.map(
                (feed) => [feed.id, `${feed.name} (${short(feed.indicator_count)})`] as const,
              )}
              onChange={(id) => {
                picked.value = id;
              }}
            />
            <SelectField label={texts.least} {...chosen(least)} options={severities} />
            <TextField
              label={texts.trust}
              hint={texts.trustHint}
              type="number"
              min={0}
              max={100}
              {...typed(trust)}
            />
            <SelectField label={threatTexts.action} {...chosen(answer)} options={answers} />
            <section class="stack tight" aria-live="polite">
              <h3>{texts.preview}</h3>
              <Loaded of={seen} lines={3}>
                {({ count: found, threats }) =>
                  found === 0 ? (
                    <p class="soft">{texts.nothingSeen}</p>
                  ) : (
                    <>
                      <p>{texts.seen(count(found))}</p>
                      <ThreatLines threats={threats} />
                    </>
                  )
                }
              </Loaded>
            </section>
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

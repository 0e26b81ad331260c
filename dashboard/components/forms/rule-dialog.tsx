import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { rolloutSteps } from '../../domain/rollout-steps.ts';
import { count, ratio } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/threats.ts';
import { Name } from '../name.tsx';
import { Loaded } from '../state.tsx';
import { SelectField, TextField } from './field.tsx';
import { chosen, FormDialog, noteOf, typed } from './form.tsx';

type Kind = keyof typeof texts.kinds;
type ActionName = keyof typeof texts.actions;
const kinds = Object.entries(texts.kinds) as [Kind, string][];
const actions = Object.entries(texts.actions) as [ActionName, string][];

/** Makes a rule of the policy about a name, after showing whom it would have met. */
export function RuleDialog({ name: first, onClose }: { name: string; onClose: () => void }) {
  const name = useSignal(first);
  const kind = useSignal<Kind>('domain');
  const answer = useSignal<ActionName>('nxdomain');
  const percent = useSignal('100');
  const note = useSignal('');
  const match = { kind: kind.value, name: name.value.trim() };
  const preview = useResource(
    match.name === '' ? undefined : JSON.stringify(match),
    (signal) => api.call('POST /api/v1/unbound/policy/preview', { body: { match, period: '7d' }, signal }),
    { keep: true },
  );
  const action = useAction(async () => {
    await api.call('POST /api/v1/unbound/policy/rules', {
      body: {
        match,
        action: answer.value === 'log' ? { kind: 'log' } : { kind: 'block', answer: answer.value },
        note: noteOf(note),
        rollout_percent: Number(percent.value),
      },
    });
    toast(texts.didRule);
    onClose();
  });
  return (
    <FormDialog
      title={texts.ruleTitle}
      lead={texts.ruleLead}
      submit={texts.makeRule}
      action={action}
      onClose={onClose}
    >
      <TextField label={texts.name} {...typed(name)} required spellcheck={false} />
      <SelectField label={texts.about} {...chosen(kind)} options={kinds} />
      <SelectField label={texts.action} {...chosen(answer)} options={actions} />
      <SelectField
        label={texts.rollout}
        {...chosen(percent)}
        options={rolloutSteps
          .toReversed()
          .map((step) => [String(step), texts.rolloutShare(ratio(step / 100))] as const)}
      />
      <TextField label={texts.note} {...typed(note)} />
      <section class="stack tight" aria-live="polite">
        <h3>{texts.preview}</h3>
        <Loaded of={preview} lines={3}>
          {({ hits, share, clients, top_clients: top }) =>
            hits === 0 ? (
              <p class="soft">{texts.previewNone}</p>
            ) : (
              <>
                <p>
                  <strong>{texts.previewHits(count(hits), ratio(share))}</strong>{' '}
                  {texts.previewClients(count(clients))}
                </p>
                <ul class="chips">
                  {top.slice(0, 6).map(({ client_ip: client, hits: times }) => (
                    <li key={client} class="badge">
                      <Name name={client} /> {count(times)}
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </Loaded>
      </section>
    </FormDialog>
  );
}

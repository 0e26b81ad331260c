import { useSignal } from '@preact/signals';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { useResource } from '../app/resource.ts';
import { toast } from '../app/toasts.ts';
import { count, ratio } from '../format/numbers.ts';
import { texts as common } from '../texts/en/common.ts';
import { texts } from '../texts/en/threats.ts';
import { Dialog } from './dialog.tsx';
import { SelectField, TextField } from './field.tsx';
import { Name } from './name.tsx';
import { Loaded, Refusal } from './state.tsx';

type Kind = keyof typeof texts.kinds;
type ActionName = keyof typeof texts.actions;
const kinds = Object.entries(texts.kinds) as [Kind, string][];
const actions = Object.entries(texts.actions) as [ActionName, string][];

/** Makes a rule of the policy about a name, after showing whom it would have met. */
export function RuleDialog({ name: first, onClose }: { name: string; onClose: () => void }) {
  const name = useSignal(first);
  const kind = useSignal<Kind>('domain');
  const answer = useSignal<ActionName>('nxdomain');
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
        note: note.value.trim() || null,
      },
    });
    toast(texts.didRule);
    onClose();
  });
  return (
    <Dialog title={texts.ruleTitle} onClose={onClose}>
      <p class="soft">{texts.ruleLead}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField
          label={texts.name}
          value={name.value}
          required
          spellcheck={false}
          onInput={(value) => {
            name.value = value;
          }}
        />
        <SelectField
          label={texts.about}
          value={kind.value}
          options={kinds}
          onChange={(value) => {
            kind.value = value;
          }}
        />
        <SelectField
          label={texts.action}
          value={answer.value}
          options={actions}
          onChange={(value) => {
            answer.value = value;
          }}
        />
        <TextField
          label={texts.note}
          value={note.value}
          onInput={(value) => {
            note.value = value;
          }}
        />
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
        <Refusal trouble={action.trouble} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" class="button first" disabled={action.busy}>
            {texts.makeRule}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

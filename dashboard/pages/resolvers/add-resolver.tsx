import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { base } from '../../app/base.ts';
import { locations, readLocations } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, FormDialog, ticked, typed } from '../../components/forms/form.tsx';
import { Icon } from '../../components/icon.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts as all } from '../../texts/en/operate/resolvers.ts';

const texts = all.adding;
type Made = AnswerOf<'POST /api/v1/unbound/register'>;
type Software = keyof typeof texts.software;
const software = Object.entries(texts.software) as [Software, string][];

/** Registers a resolver, shows the commands for its machine with the keys, and tells when it is heard of. */
export function AddResolver({ onClose }: { onClose: () => void }) {
  const name = useSignal('');
  const place = useSignal(locations.value[0]?.location_name ?? '');
  const kind = useSignal<Software>('unbound');
  const policy = useSignal(true);
  const analytics = useSignal(true);
  const threats = useSignal(true);
  const made = useSignal<Made | undefined>(undefined);
  const action = useAction(async () => {
    made.value = await api.call('POST /api/v1/unbound/register', {
      body: {
        resolver_name: name.value.trim(),
        location: place.value.trim(),
        modules_enabled: [
          ...(policy.value ? (['policy'] as const) : []),
          ...(analytics.value ? (['analytics'] as const) : []),
          ...(threats.value ? (['threat_intel'] as const) : []),
        ],
      },
    });
    void readLocations();
  });
  if (made.value !== undefined) {
    return (
      <Dialog title={texts.title} kind="broad" onClose={onClose}>
        <p>{texts.once}</p>
        <Command text={resolverCommand(made.value, kind.value)} />
        <p class="soft small">{texts.keyNote}</p>
        <Arrival id={made.value.resolver_id} />
      </Dialog>
    );
  }
  return (
    <FormDialog title={texts.title} lead={texts.lead} submit={texts.make} action={action} onClose={onClose}>
      <TextField label={texts.name} required maxLength={200} autofocus placeholder="ns1" {...typed(name)} />
      <TextField label={texts.place} hint={texts.placeHint} required maxLength={200} {...typed(place)} />
      <SelectField label={texts.program} {...chosen(kind)} options={software} />
      <fieldset class="field">
        <legend class="label">{texts.modules}</legend>
        <CheckField label={texts.policy} {...ticked(policy)} />
        <CheckField label={texts.analytics} {...ticked(analytics)} />
        <CheckField label={texts.threats} {...ticked(threats)} />
      </fieldset>
    </FormDialog>
  );
}

/** Writes the commands that set a resolver's machine up, from a checkout there, with the keys of the registration. */
export function resolverCommand(
  { resolver_id, api_keys, location_key }: Pick<Made, 'resolver_id' | 'api_keys' | 'location_key'>,
  kind: string,
): string {
  // Keys and numbers alone: nothing that a person wrote comes into a shell.
  const answer = JSON.stringify({ resolver_id, api_keys, location_key });
  const url = base.href.replace(/\/$/, '');
  return [
    `echo '${answer}' | ./sonde resolver register --answer -`,
    `./sonde resolver setup ${kind} --write`,
    `./sonde resolver run --collector ${url} --notify 127.0.0.1:53`,
  ].join('\n');
}

/** Waits for the first word of a resolver. */
function Arrival({ id }: { id: number }) {
  const resolvers = useResource(
    `arrival of resolver ${id}`,
    (signal) => api.call('GET /api/v1/unbound/resolvers', { query: { limit: 1_000 }, signal }),
    { every: 2_000 },
  );
  const found = resolvers.data?.resolvers.find((one) => one.resolver_id === id && one.last_seen !== null);
  return (
    <p class={found === undefined ? 'notice plain' : 'notice good'} role="status">
      <Icon name={found === undefined ? 'clock' : 'check'} />
      {found === undefined ? texts.waiting : texts.arrived(visible(found.resolver_name))}
    </p>
  );
}
